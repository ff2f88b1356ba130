"""Closed-class words by language; they distinguish pronouns from nouns in files without tags."""

from __future__ import annotations

from dataclasses import dataclass

from corefeval.settings import language_named


@dataclass(frozen=True, slots=True)
class ClosedClass:
    """The closed-class words of one language, in lower case.

    Attributes:
        pronouns: a mention that consists only of these words is a pronoun.
        adverbs: a mention that is one of these words is an adverb.
        articles: articles, conjunctions and parts of names (von, de la) that are never a head.
        postmodifiers: prepositions, relative words and auxiliaries: the head precedes the first of them.
    """

    pronouns: frozenset[str]
    adverbs: frozenset[str]
    articles: frozenset[str]
    postmodifiers: frozenset[str]


def _words(pronouns: str, adverbs: str, articles: str, postmodifiers: str) -> ClosedClass:
    return ClosedClass(*(frozenset(text.split()) for text in (pronouns, adverbs, articles, postmodifiers)))


CLOSED_CLASS: dict[str, ClosedClass] = {
    "en": _words(
        "i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its "
        "itself we us our ours ourselves they them their theirs themselves themself this that these those who "
        "whom whose which what one's 'em em u ur ya thou thee thy thine ye everyone someone anyone nobody "
        "everybody anybody somebody everything something anything nothing each other one another",
        "here there then now where when thus therefore hence so",
        "the a an of and or & 's",
        "of in on at for from with by to who which that as about into near was is are were than whose where when "
        "over under between among against during after before through without within",
    ),
    "de": _words(
        "ich mich mir mein meine meinen meinem meiner meines du dich dir dein deine deinen deinem deiner deines "
        "er ihn ihm sein seine seinen seinem seiner seines sie ihr ihre ihren ihrem ihrer ihres es wir uns unser "
        "unsere unseren unserem unserer unseres euch euer eure euren eurem eurer ihnen sich selbst der die das "
        "den dem des dessen deren denen dieser diese dieses diesen diesem jener jene jenes jenen jenem welcher "
        "welche welches welchen welchem wer wen wem wessen was man jemand niemand einander jeder jede jedes alle "
        "alles etwas nichts dies derselbe dieselbe dasselbe",
        "hier da dort dann jetzt nun damals dabei dafür dagegen daher damit danach daran darauf daraus darin "
        "darüber darum davon davor dazu deshalb dorthin dahin wo wann",
        "der die das den dem des ein eine einen einem einer eines und oder von zu vom zur zum am im",
        "von in im an am auf aus bei mit nach seit vor für gegen ohne um über unter zwischen durch während wegen "
        "als wie beim zum zur vom dass",
    ),
    "fr": _words(
        "je j' me m' moi mon ma mes mien mienne miens miennes tu te t' toi ton ta tes tien tienne il elle on se "
        "s' soi lui le la les l' son sa ses sien sienne nous notre nos nôtre vous votre vos vôtre ils elles leur "
        "leurs eux ce c' ça cela ceci celui celle ceux celles celui-ci celle-ci ceux-ci celles-ci celui-là "
        "celle-là ceux-là qui que qu' quoi dont lequel laquelle lesquels lesquelles auquel duquel moi-même "
        "lui-même elle-même eux-mêmes elles-mêmes soi-même nous-mêmes vous-même en y chacun chacune quelqu'un "
        "personne rien tout tous toutes autrui cet cette ces -il -elle -je -tu -ils -elles -nous -vous -ce",
        "ici là là-bas alors maintenant où quand ainsi y",
        "le la les l' un une des du de d' et ou au aux",
        "de d' du des à au aux en dans sur sous pour par avec sans chez vers entre contre depuis pendant qui que "
        "qu' dont où est était comme",
    ),
    "es": _words(
        "yo me mi mí mío mía míos mías conmigo tú tu te ti tus tuyo tuya contigo él ella ello lo la le les los "
        "las se sí su sus suyo suya suyos suyas consigo nosotros nosotras nos nuestro nuestra nuestros nuestras "
        "vosotros vosotras os vuestro vuestra usted ustedes ellos ellas este esta esto estos estas ese esa eso "
        "esos esas aquel aquella aquello aquellos aquellas éste ésta éstos éstas ése ésa ésos ésas aquél aquélla "
        "que quien quienes cual cuales cuyo cuya cuyos cuyas qué quién alguien nadie algo nada todo todos todas "
        "cada uno mismo misma mismos mismas mis",
        "aquí ahí allí allá acá entonces ahora donde cuando así",
        "el la los las lo un una unos unas y e o u de del al",
        "de del a al en con por para sin sobre entre desde hasta hacia contra según durante que quien cual cuyo "
        "donde es era como",
    ),
    "ca": _words(
        "jo em m' me mi meu meva meus meves tu et t' te teu teva ell ella això açò allò ho el la els les li es "
        "s' se si seu seva seus seves son sa nosaltres ens nos nostre nostra vosaltres us vós vosaltres vostre "
        "vostè vostès ells elles llur aquest aquesta aquests aquestes aquell aquella aquells aquelles aqueix que "
        "què qui qual quals algú ningú alguna res tot tots totes cadascú en n' hi mateix mateixa",
        "aquí allí allà ací llavors ara on quan així hi",
        "el la els les l' un una uns unes i o de d' del dels al als en na",
        "de d' del dels a al als en amb per sense sobre entre des fins contra que qui qual on és era com",
    ),
    "it": _words(
        "io me mi mio mia miei mie tu te ti tuo tua tuoi tue lui lei egli ella esso essa lo la le gli li ne ci vi "
        "si sé suo sua suoi sue noi nostro nostra nostri nostre voi vostro vostra loro essi esse questo questa "
        "questi queste quello quella quelli quelle ciò chi che cui quale quali qualcuno nessuno qualcosa niente "
        "nulla tutto tutti tutte ognuno ciascuno stesso stessa stessi stesse colui colei coloro costui",
        "qui qua lì là allora adesso ora dove quando così ivi",
        "il lo la i gli le l' un uno una un' e ed o di del della dei degli delle dello dell'",
        "di del della dei degli delle dello dell' a al alla ai agli alle da dal dalla in nel nella con su sul "
        "sulla per tra fra senza che cui quale dove è era come",
    ),
    "pt": _words(
        "eu me mim meu minha meus minhas comigo tu te ti teu tua contigo ele ela o a lhe os as lhes se si seu sua "
        "seus suas consigo nós nos nosso nossa nossos nossas vós vos vosso vossa você vocês eles elas este esta "
        "isto estes estas esse essa isso esses essas aquele aquela aquilo aqueles aquelas que quem qual quais "
        "cujo cuja alguém ninguém algo nada tudo todos todas cada mesmo mesma dele dela deles delas",
        "aqui aí ali lá cá então agora onde quando assim",
        "o a os as um uma uns umas e ou de do da dos das",
        "de do da dos das a ao à aos às em no na nos nas com por pelo pela para sem sobre entre desde até contra "
        "que quem qual cujo onde é era como",
    ),
    "nl": _words(
        "ik me mij mijn mijne mezelf je jij jou jouw jezelf u uw uzelf hij hem zijn hemzelf zij ze haar haarzelf "
        "zichzelf zich het 't 'm 'k 'r wij we ons onze onszelf jullie hun hen hunne dit dat deze die wie wiens "
        "wier wat welke welk men iemand niemand elkaar elkander mekaar iedereen ieder iets niets alles allen "
        "degene diegene hetgeen dezelfde hetzelfde m'n z'n d'r",
        "hier daar er dan nu toen waar wanneer zo daarin daarvan daarop daarmee daarvoor hierin ginds",
        "de het een den der des 't 'n en of van",
        "van in op aan bij met naar uit voor tegen zonder om over onder tussen door tijdens sinds die dat wie "
        "waar is was als te ter ten",
    ),
    "cs": _words(
        "já mě mne mně mi mnou můj má mé moje mého mému mým mých mými mou ty tě tebe tobě ti tebou tvůj tvá tvé "
        "tvoje tvého on ho jeho jej něho něj mu jemu němu něm jím ním ona jí ní ji ni její jejího jejímu jejím "
        "jejích ono my nás nám námi náš naše našeho našemu naším našich našim naši vy vás vám vámi váš vaše "
        "vašeho oni ony jich nich jim nim jimi nimi jejich se si sebe sobě sebou svůj svá své svoje svého svému "
        "svým svých svými svou ten ta to toho tomu tom tím té tu tou ti těch těm těmi tento tato toto tohoto "
        "tomuto tomto tímto této tuto touto tito tyto těchto těmto onen ona ono který která které kterého "
        "kterému kterém kterým kterou kteří kterých kterými jenž jež jehož jemuž jíž jejž jejichž jejíž kdo koho "
        "komu kým co čeho čemu čím což někdo něco nikdo nic všichni všechno vše každý sám sama samo",
        "zde tady tu tam tehdy teď nyní pak potom kde kdy odtud tak sem",
        "a i nebo či z ze",
        "v ve na z ze s se k ke o u do od po pro při před přes za nad pod mezi bez podle který která které jenž "
        "jež je byl byla jako",
    ),
    "lt": _words(
        "aš mane manęs man manimi mano manyje tu tave tavęs tau tavimi tavo jis jo jam jį juo jame ji jos jai ją "
        "ja joje mes mūsų mums mus mumis jūs jūsų jums jus jumis jie jų jiems juos jais juose jos joms jas jomis "
        "jose savo save savęs sau savimi savyje tas to tam tą tuo tame ta tos tai toje tie tų tiems tuos tais "
        "toms tas tomis šis šio šiam šį šiuo šiame ši šios šiai šią šia šioje šie šių šiems šiuos šiais šioms "
        "šias šiomis kuris kurio kuriam kurį kuriuo kuriame kuri kurios kuriai kurią kuria kurioje kurie kurių "
        "kuriems kuriuos kuriais kurioms kurias kuriomis kas ko kam ką kuo pats patys pati pačios paties pačiam "
        "patį pačiu save visi viskas niekas kažkas toks tokia tokie anas ana",
        "čia ten tada dabar kur kada taip tenai iš šiol",
        "ir ar bei arba",
        "į iš nuo su prie per po prieš už apie dėl be tarp pagal kuris kuri kurie kurios kurio kurią kuriame kad "
        "yra buvo kaip",
    ),
    "pl": _words(
        "ja mnie mię mi mną mój moja moje mojego mojej moich moim moją ty ciebie cię tobie ci tobą twój twoja "
        "twoje on jego go niego jemu mu niemu nim nią ona jej niej ją ono je my nas nam nami nasz nasza nasze "
        "naszego naszej naszych wy was wam wami wasz wasza wasze oni one ich nich im nimi się siebie sobie sobą "
        "swój swoja swoje swojego swojej swoich swoim swoją swą swe swego ten ta to tego tej temu tym tę tą ci te "
        "tych tymi tamten tamta tamto który która które którego której któremu którym którą którzy których "
        "którymi kto kogo komu kim co czego czemu czym ktoś coś nikt nic wszyscy wszystko każdy sam sama pan pani",
        "tu tutaj tam wtedy teraz potem gdzie kiedy tak stąd",
        "i oraz lub albo a",
        "w we na z ze do od po dla przy przed przez za nad pod między bez o u który która które jest był jako",
    ),
    "ru": _words(
        "я меня мне мной мой моя моё мое моего моей моих моим ты тебя тебе тобой твой твоя твоё твое он его него "
        "ему нему им ним нём нем она её ее неё нее ей ней ею оно мы нас нам нами наш наша наше нашего нашей наших "
        "вы вас вам вами ваш ваша ваше вашего вашей ваших они их них ими ними себя себе собой свой своя своё свое "
        "своего своей своих своим свою это этого этому этим этом этот эта эту эти этих этой тот та то того той "
        "тому тем том те тех ту который которая которое которого которой которому которым котором которую "
        "которые которых которыми кто кого кому кем что чего чему чем кто-то что-то никто ничто ничего все всё "
        "всех каждый сам сама сами друг друга",
        "здесь тут там тогда теперь сейчас потом где когда так туда сюда оттуда",
        "и или а",
        "в во на с со к ко о об у до от по для при перед через за над под между без из который которая которое "
        "которые был как",
    ),
    "hu": _words(
        "én engem nekem velem enyém te téged neked veled tied ő őt neki vele övé mi minket nekünk velünk miénk ti "
        "titeket nektek veletek tiétek ők őket nekik velük övék maga magát magának maguk magukat ön önt önnek "
        "önök ez ezt ennek ezzel ebben ezek ezeket ezeknek az azt annak azzal abban azok azokat azoknak aki akit "
        "akinek akivel akik akiket amely amelyet amelynek amelyek ami amit aminek amik ki kit mit valaki valami "
        "senki semmi mindenki minden egymás egymást saját ugyanaz ugyanez",
        "itt ott akkor most hol ahol amikor így úgy ide oda innen onnan",
        "a az egy és vagy",
        "aki ami amely mint szerint közötti után előtt alatt felett",
    ),
    "nb": _words(
        "jeg meg min mi mitt mine du deg din di ditt dine han ham hans hun henne hennes hennar den det dens dets "
        "vi oss vår vårt våre dere deres de dem seg selv sin si sitt sine denne dette disse som hvem hva hvilken "
        "hvilket hvilke man en noen ingen noe ingenting alt alle hverandre",
        "her der da nå hvor når så dit hit",
        "en et ei den det de og eller",
        "av i på til fra med for om over under mellom ved hos mot etter før uten som er var",
    ),
    "sv": _words(
        "jag mig mej min mitt mina du dig dej din ditt dina han honom hans hon henne hennes hen den det dess vi "
        "oss vår vårt våra ni er ert era de dem dom deras sig sej själv själva sin sitt sina denna denne detta "
        "dessa som vem vilken vilket vilka vars man en någon ingen något inget ingenting allt alla varandra",
        "här där då nu var när så dit hit",
        "en ett den det de och eller",
        "av i på till från med för om över under mellan vid hos mot efter före utan som är var",
    ),
}  # fmt: skip
"""The word lists by ISO 639-1 code."""


def closed_class(language: str) -> ClosedClass | None:
    """Return the word list of a language ('en', 'en-GB', 'nb'); None if there is none. 'no' is read as 'nb'."""
    return CLOSED_CLASS.get(language_named(language))
