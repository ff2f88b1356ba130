"""Reports: results as text, tables, figures and pages."""
