"""guessing: the encoding of bytes without a mark is found, as `decode` asks for it."""

import random
from typing import Any

import pytest
from charset_normalizer import CharsetMatches, from_bytes

from playground.taking import guessing
from playground.taking.guessing import guess, guess_utf16
from playground.taking.loading import decode
from tests.test_loading import only, real

WESTERN_SHORT = [
    "The “new” café – open 9–5, 10 €.",
    "Grüße aus München!",
    "Müller",
    "für",
    "ÄÖÜ",
    "Die Straße ist für Fußgänger geöffnet.",
    "Name;Straße;Ort\nJörg;Hauptstraße 5;Köln\n",
    "C'est déjà l'été.",
    "L’été « à la française » coûte 10 €.",
    "Où est la bibliothèque ? À côté du café.",
    "Élève",
    "œuvre",
    "¿Dónde está el baño?",
    "¡Qué sorpresa!",
    "El niño comió piña mañana.",
    "Smörgåsbord på svenska",
    "Blåbærsyltetøy på brød",
    "Hyvää päivää, mitä kuuluu?",
    "Þetta er íslenska, góðan dag",
    "Coração português, ação e emoção",
    "Perché è così? Città più bella",
    "Één coördinatie: geïnteresseerd",
    "It’s fine",
    "20 °C ± 2 %",
    "£5",
    "5 m³",
    "§ 12 Abs. 3",
]

PARAGRAPHS = [
    (
        "cp1252",
        "Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem "
        "ungeheueren Ungeziefer verwandelt. Er lag auf seinem panzerartig harten Rücken und sah, wenn er den "
        "Kopf ein wenig hob, seinen gewölbten, braunen, von bogenförmigen Versteifungen geteilten Bauch.",
    ),
    (
        "cp1252",
        "Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se "
        "fermaient si vite que je n’avais pas le temps de me dire : « Je m’endors. » Et, une demi-heure "
        "après, la pensée qu’il était temps de chercher le sommeil m’éveillait.",
    ),
    (
        "cp1252",
        "En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un "
        "hidalgo de los de lanza en astillero, adarga antigua, rocín flaco y galgo corredor. Salpicón las "
        "más noches, duelos y quebrantos los sábados.",
    ),
    (
        "cp1252",
        "Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och "
        "samvete och bör handla gentemot varandra i en anda av broderskap.",
    ),
    (
        "cp1252",
        "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med "
        "fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd.",
    ),
    (
        "cp932",
        "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所で"
        "ニャーニャー泣いていた事だけは記憶している。吾輩はここで始めて人間というものを見た。",
    ),
    (
        "cp932",
        "RAG(検索拡張生成)は、外部の文書をチャンクに分割し、Embedding で検索して LLM に渡す手法です。",
    ),
    (
        "euc_jp",
        "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所で"
        "ニャーニャー泣いていた事だけは記憶している。",
    ),
    (
        "cp1251",
        "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и "
        "совестью и должны поступать в отношении друг друга в духе братства.",
    ),
    (
        "cp1251",
        "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і "
        "совістю і повинні діяти у відношенні один до одного в дусі братерства.",
    ),
    (
        "koi8-r",
        "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и "
        "совестью и должны поступать в отношении друг друга в духе братства.",
    ),
    (
        "gb18030",
        "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。人人有资格"
        "享有本宣言所载的一切权利和自由,不分种族、肤色、性别、语言、宗教。",
    ),
    (
        "gb18030",
        "检索增强生成(RAG)把文档切分成小块,用 embedding 做检索,再把结果交给大语言模型。切分的大小会影响检索的质量。",
    ),
    (
        "big5",
        "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心,並應以兄弟關係的精神互相對待。人人皆得"
        "享受本宣言所載之一切權利與自由,不分種族、膚色、性別、語言、宗教。",
    ),
    (
        "cp949",
        "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 "
        "이성과 양심을 "
        "부여받았으며 서로 형제애의 정신으로 행동하여야 한다.",
    ),
    (
        "cp1250",
        "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni "
        "rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.",
    ),
    (
        "cp1250",
        "Litwo! Ojczyzno moja! ty jesteś jak zdrowie. Ile cię trzeba cenić, ten tylko się dowie, kto cię "
        "stracił. Dziś piękność twą w całej ozdobie widzę i opisuję, bo tęsknię po tobie.",
    ),
    (
        "cp1250",
        "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a "
        "svědomím a mají spolu jednat v duchu bratrství.",
    ),
    (
        "cp1250",
        "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és "
        "lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.",
    ),
    (
        "cp1253",
        "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι "
        "προικισμένοι με λογική και συνείδηση.",
    ),
    (
        "cp1254",
        "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve "
        "birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.",
    ),
    (
        "cp1255",
        "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה "
        "עליהם לנהוג איש ברעהו ברוח של אחוה.",
    ),
    (
        "cp1256",
        "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا "
        "بروح الإخاء.",
    ),
    (
        "cp1257",
        "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie "
        "turi elgtis vienas kito atžvilgiu kaip broliai.",
    ),
]


# Texts


@pytest.mark.parametrize("text", WESTERN_SHORT)
def test_short_western_text(text: str) -> None:
    assert decode(text.encode("cp1252"), "a.txt").text == text


@pytest.mark.parametrize("text", WESTERN_SHORT)
def test_one_western_line_in_a_long_english_text(text: str) -> None:
    long = "A line of plain English.\n" * 4000 + text + "\nAnd another line.\n" * 4000
    assert decode(long.encode("cp1252"), "a.txt").text == long


@pytest.mark.parametrize(("encoding", "text"), PARAGRAPHS)
@pytest.mark.parametrize("times", [1, 300])
def test_paragraph(encoding: str, text: str, times: int) -> None:
    text = "\n".join([text] * times)
    loaded = decode(text.encode(encoding), "a.txt")
    assert (loaded.encoding, loaded.text) == (encoding, text)
    assert only(loaded.remarks, "guessed")


@pytest.mark.parametrize(("encoding", "text"), PARAGRAPHS)
def test_paragraph_cut_in_its_last_byte(encoding: str, text: str) -> None:
    loaded = decode(text.encode(encoding)[:-1], "a.txt")
    assert loaded.encoding == encoding
    assert loaded.text[:-1] == text[: len(loaded.text) - 1]


@pytest.mark.parametrize(("encoding", "text"), PARAGRAPHS)
def test_long_text_without_line_ends(encoding: str, text: str) -> None:
    text *= 200
    assert decode(text.encode(encoding), "a.txt").text == text


@pytest.mark.parametrize("text", ["Hello, you.", *(text for _, text in PARAGRAPHS)])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_mark(text: str, encoding: str) -> None:
    loaded = decode(text.encode(encoding), "a.txt")
    assert (loaded.text, loaded.encoding) == (text, encoding)
    assert only(loaded.remarks, "guessed")


def test_bytes_that_fit_nothing_have_no_guess() -> None:
    data = bytes(random.Random(1).choices(range(0x80, 0x100), k=400))
    assert guess(data) is None
    assert guess_utf16(data) is None


def test_guess_does_not_grow_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def counting(data: bytes, **options: Any) -> CharsetMatches:
        seen.append(len(data))
        return from_bytes(data, **options)

    monkeypatch.setattr(guessing, "from_bytes", counting)
    decode(("Grüße, schöne Füße.\n" * 100_000).encode("cp1252"), "a.txt")
    assert 0 < len(seen) <= 20
    assert max(seen) <= 16_384


# Real files, where they are at hand


@pytest.mark.parametrize(
    ("path", "encoding"),
    [
        ("docs/lang_de_art_of_command_line.md", "cp1252"),
        ("docs/lang_ja_neko_prose.txt", "cp932"),
        ("docs/lang_ja_neko_prose.txt", "euc_jp"),
        ("docs/lang_zh_art_of_command_line.md", "gb18030"),
        ("docs/enc_de_utf16le_bom.txt", "cp1252"),
        ("docs/md_rust_book_guessing_game.md", "cp1252"),
        ("docs/md_go_faq.md", "cp1252"),
    ],
)
def test_real_text_in_an_old_encoding(path: str, encoding: str) -> None:
    data = decode(real(path), path).text.encode(encoding, "ignore")
    assert decode(data, path).text == data.decode(encoding)
