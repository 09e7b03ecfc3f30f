"""The catalogues are complete and in step with the code, and the check for it finds mistakes."""

import ast
import io
import re
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.i18n import DEFAULT, DOMAIN, LOCALES, NAME, languages
from bot.locales.__main__ import KEYWORDS, MARKED, ROOT, check, extract, main, update
from bot.locales.mistakes import forms, problems, spoken, texts


def catalogue(text: str, language: str = "de") -> Catalog:
    return read_po(io.BytesIO(text.encode()), locale=language)


def entry(message: str, translation: str, *, flags: str = "", context: str = "") -> str:
    where = f'msgctxt "{context}"\n' if context else ""
    return f'{flags}\n{where}msgid "{message}"\nmsgstr "{translation}"\n'


def test_every_catalogue_is_complete_and_in_step_with_the_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`python -m bot.locales` brings them up to date."""
    result = main(["--check"])
    complaints = [line for line in capsys.readouterr().err.splitlines() if f"{DOMAIN}.po" in line]
    assert complaints == []
    assert result == 0


def test_the_english_texts_are_those_of_the_code() -> None:
    path = LOCALES / DEFAULT / "LC_MESSAGES" / f"{DOMAIN}.po"
    with path.open("rb") as file:
        stored = read_po(file)
    for message in stored:
        assert message.string == message.id or not message.id


def test_the_five_languages_are_there() -> None:
    assert {"en", "de", "fr", "es", "ca"} <= set(languages())


@pytest.mark.parametrize(("language", "words"), [("ca", "de"), ("fr", "de|que|le|la|se")])
def test_no_word_that_would_be_elided_stands_before_a_name(language: str, words: str) -> None:
    """It would be *d'Ana* and *de Ben*, and nobody knows who will be named."""
    elided = re.compile(rf"\b(?:{words}) \W*\{{(?:card|host|id|names?|other|person|player|team)\}}")
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        stored = read_po(file)
    found = [form for message in texts(stored) for form in forms(message.string)]
    assert [form for form in found if elided.search(form)] == []


def test_names_of_commands_stand_under_a_context_of_their_own() -> None:
    found = {(message.id, message.context) for message in extract()}
    assert {("play", NAME), ("match", NAME)} < found
    assert ("play", None) not in found


def test_texts_are_found_in_the_code() -> None:
    found = {message.id for message in extract() if message.id}
    assert "My hand" in found  # in a call
    assert "Double Agent" in found  # marked in a table
    assert "Open a match in this channel" in found  # a command's description
    assert ("{n} card in the deck", "{n} cards in the deck") in found


def test_texts_mention_commands_and_do_not_spell_them() -> None:
    """Each client calls them by its own names; only the playground knows the English ones alone."""
    spelled = [
        form
        for message in extract()
        for form in forms(message.id)
        if re.search(r"(?<![\w/<])/[a-z]", form) and not form.startswith("Welcome!")
    ]
    assert spelled == []


@pytest.mark.parametrize("package", ["bot", "cogs", "engine"])
def test_no_text_stands_in_an_f_string(package: str) -> None:
    """Whether it is found there depends on the version of Python."""
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (ROOT / package).rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and _name(call) in KEYWORDS | MARKED
        if any(isinstance(argument, ast.Constant) for argument in call.args)
    ]
    assert hidden == []


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (entry("Hello", "Hallo"), None),
        (entry("Hello {name}", "{name}, hallo"), None),
        (entry("Hello", ""), "not translated: 'Hello'"),
        (entry("Hello", "Hallo", flags="#, fuzzy"), "fuzzy: 'Hello'"),
        (entry("Hello {name}", "Hallo"), "other placeholders (name): 'Hello {name}'"),
        (entry("Hello", "Hallo {name}"), "other placeholders (name): 'Hello'"),
        (
            'msgid "{n} card of {a}"\nmsgid_plural "{n} cards of {a}"\n'
            'msgstr[0] "eine Karte von {a}"\nmsgstr[1] "{n} Karten"\n',
            "other placeholders (a): '{n} card of {a}'",
        ),
        (
            'msgid "{n} card"\nmsgid_plural "{n} cards"\n'
            'msgstr[0] "eine Karte"\nmsgstr[1] "{n} Karten"\n',
            None,
        ),
        (
            'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\nmsgstr[1] ""\n',
            "not translated: '{n} card'",
        ),
        (
            'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\n',
            "not translated: '{n} card'",
        ),
        (entry("Hello {name}", "Hallo {name"), "braces that do not match: 'Hello {name}'"),
        (
            entry("Hello {name}", "Hallo { name }"),
            "other placeholders ( name , name): 'Hello {name}'",
        ),
        (entry("A **B** c", "A **B c"), "** opened and not closed: 'A **B** c'"),
        (entry("A **B** c", "A B c"), "** in only one of both: 'A **B** c'"),
        (entry("Run `x`", "Rufe `x auf"), "` opened and not closed: 'Run `x`'"),
        (entry("### Why?", "Warum?"), "other beginnings of lines: '### Why?'"),
        (entry("-# Small", "- Klein"), "other beginnings of lines: '-# Small'"),
        (entry("A\\n- b", "A b"), "other beginnings of lines: 'A\\n- b'"),
        (entry("Hello ", "Hallo"), "other spaces at the ends: 'Hello '"),
        *(
            (
                entry("Here: a “b”", text),
                "a space at a mark, where no line may break (use U+00A0): 'Here: a “b”'",
            )
            for text in ("Ici : un «\u00a0b\u00a0»", "Ici\u00a0: un « b\u00a0»")
        ),
        (entry("Here: a “b”", "Ici\u00a0: un «\u00a0b\u00a0»"), None),
        (
            entry("Leave", "Gehen") + entry("Press **Leave**.", "Drücke **Verlassen**."),
            "does not name **Gehen**: 'Press **Leave**.'",
        ),
        (entry("Leave", "Gehen") + entry("Press **Leave**.", "Drücke **Gehen**."), None),
        (entry("play", "ausspielen", context=NAME), None),
        (entry("play", "Spielen", context=NAME), "no name that Discord takes (Spielen): 'play'"),
        (entry("play", "los los", context=NAME), "no name that Discord takes (los los): 'play'"),
    ],
)
def test_the_check_finds_mistakes(text: str, problem: str | None) -> None:
    assert list(problems(catalogue(text))) == ([problem] if problem else [])


def test_commands_keep_their_names_where_no_client_speaks_the_language() -> None:
    text = entry("play", "jugar", context=NAME)
    assert spoken("es")
    assert list(problems(catalogue(text, "es"))) == []
    assert not spoken("ca")
    assert list(problems(catalogue(text, "ca"))) == [
        "a name that no client shows, as Discord does not speak this language: 'play'"
    ]


def stored(folder: Path, language: str, content: Catalog) -> Path:
    path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, content)
    return path


def test_an_update_adds_new_texts_empty_and_drops_old_ones(tmp_path: Path) -> None:
    path = stored(tmp_path, "de", catalogue(entry("Hello", "Hallo") + entry("Old", "Alt")))
    template = Catalog()
    for message in ("Hello", "New"):
        template.add(message)
    updated = update(path, template)
    assert {m.id: m.string or "" for m in updated if m.id} == {"Hello": "Hallo", "New": ""}
    assert not updated.obsolete


def test_an_update_writes_english_itself(tmp_path: Path) -> None:
    path = stored(tmp_path, "en", Catalog())
    template = Catalog()
    template.add("New")
    template.add(("{n} card", "{n} cards"))
    updated = update(path, template)
    assert updated["New"].string == "New"
    assert updated["{n} card"].string == ("{n} card", "{n} cards")


def test_an_update_leaves_the_date_of_a_catalogue(tmp_path: Path) -> None:
    begun = '"POT-Creation-Date: 2001-02-03 04:05+0000\\n"'
    path = stored(tmp_path, "de", catalogue(f'msgid ""\nmsgstr ""\n{begun}\n'))
    assert update(path, Catalog()).creation_date == datetime(2001, 2, 3, 4, 5, tzinfo=UTC)


def test_english_is_written_into_no_other_language(tmp_path: Path) -> None:
    template = Catalog()
    template.add("New")
    update(tmp_path / "en" / "LC_MESSAGES" / "a.po", template)
    assert not update(tmp_path / "fr" / "LC_MESSAGES" / "a.po", template)["New"].string


def test_a_catalogue_behind_the_code_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.locales.__main__.ROOT", tmp_path)
    path = stored(tmp_path, "de", catalogue(entry("Hello", "Hallo") + entry("Old", "Alt")))
    template = Catalog()
    for message in ("Hello", "New"):
        template.add(message)
    lines = check(path, template)
    assert len(lines) == 2
    assert all(line.startswith("de/LC_MESSAGES/safehouse.po: not in step") for line in lines)
    assert "('New',)" in lines[0]
    assert "('Old',)" in lines[1]


def test_a_catalogue_that_cannot_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.locales.__main__.ROOT", tmp_path)
    path = stored(tmp_path, "de", Catalog(locale="de"))
    assert check(path, Catalog()) == []
    path.write_text(path.read_text(encoding="utf-8").replace("nplurals=2", "nplurals=1"))
    (line,) = check(path, Catalog())
    assert "the header says 'Plural-Forms: nplurals=1;" in line
    path.write_text('msgid "Hello\nmsgstr "Hallo"\n')
    assert len(check(path, Catalog())) == 1
    path.unlink()
    (line,) = check(path, Catalog())
    assert "No such file" in line


def test_whatever_discord_s_clients_speak_can_be_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where in ("LOCALES", "ROOT"):
        monkeypatch.setattr(f"bot.locales.__main__.{where}", tmp_path)
    monkeypatch.setattr("bot.locales.__main__.extract", Catalog)
    codes = [client.value.replace("-", "_") for client in discord.Locale]
    assert main(codes) == 0
    assert main(["--check", *codes]) == 0


def test_only_languages_that_exist_can_be_begun(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["klingon"]) == 2
    assert "'klingon' is no language code" in capsys.readouterr().err
    assert not (LOCALES / "klingon").exists()
