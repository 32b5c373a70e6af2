"""Which requests are accepted: host, origin, token, size and content."""

import json
from pathlib import Path

import pytest

from studio_client import studio

JSON = {"content-type": "application/json"}


def test_every_answer_has_the_security_headers(client):
    for path in ("/", "/static/main.js", "/api/catalog", "/api/nothing", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"


def test_the_page_loads_nothing_from_other_sites(client):
    import re

    import edgematch.web

    folder = Path(edgematch.web.__file__).parent / "static"
    loaded = [each for each in folder.rglob("*.*") if each.name != "types.d.ts"]
    assert len(loaded) > 30
    for file in loaded:
        lines = file.read_text(encoding="utf-8").splitlines()
        text = "\n".join(
            line for line in lines if not line.lstrip().startswith(("//", "*"))
        )
        links = set(re.findall(r"https?://[^\"'\s)]+", text))
        if file.name == "examples.js":  # of what can be pasted, never loaded
            links = {each for each in links if "#puzzle=example" not in each}
        assert links <= {"http://www.w3.org/2000/svg"}, file.name
        assert "innerHTML" not in text
        assert "insertAdjacentHTML" not in text
        assert "eval(" not in text
        assert client.get(f"/static/{file.relative_to(folder)}").status == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 403),
        ({"host": "127.0.0.1.evil.example:80"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-length": "99999999999"}, 413),
        ({}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_requests_from_other_sites_are_refused(client, headers, status):
    body = json.dumps({"recipe": "gemp:2x2:3"})
    answer = client.raw("POST", "/api/generate", body, {**JSON, **headers})
    assert answer.status == status
    codes = {403: "foreign_request", 413: "too_large", 415: "not_json"}
    assert answer.json.get("code") == codes.get(status)


def test_a_link_from_another_site_opens_the_page_but_not_the_api(client):
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.raw("GET", "/", headers=visit).status == 200
    assert client.raw("GET", "/api/jobs", headers=visit).status == 403


def test_requests_from_the_same_origin_are_accepted(client):
    body = json.dumps({"recipe": "gemp:2x2:3"})
    origin = {"origin": client.address}
    assert client.raw("POST", "/api/generate", body, {**JSON, **origin}).status == 200


def test_a_body_without_a_length_is_limited_too(tmp_path):
    with studio(tmp_path, most_body_bytes=1000) as client:
        parts = (b" " * 400 for _ in range(10))
        answer = client.raw("POST", "/api/generate", parts, JSON)
        assert answer.status == 413
        assert "larger than" in answer.json["error"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"recipe": 7}',
        b'{"recipe": NaN}',
        b'{"recipe": "\\ud800"}',
        b'{"recipe": ""}',
        b"\xff\xfe",
        b'{"recipe": "gemp:2x2:3", "more": 1}',
        b'{"recipe": "gemp:2x2:3", "a\\nb": 1}',
        b"[" * 100_000,
        b'{"recipe": ' + b"9" * 10_000 + b"}",
    ],
)
def test_invalid_bodies_are_refused_in_one_line(client, body):
    answer = client.raw("POST", "/api/generate", body, JSON)
    assert (answer.status, answer.json["code"]) == (400, "invalid_request")
    assert "\n" not in answer.json["error"]
    assert "Traceback" not in answer.data.decode()


def test_hostile_names_are_returned_as_text(client):
    name = "<img src=x onerror=alert(1)>\"'&"
    puzzle = {"name": name, "rows": 1, "columns": 1, "framed": False}
    puzzle |= {"pieces": [[1, 1, 1, 1]], "color_names": ["", "<b>red</b>"]}
    record = {"format": "edgematch", "version": 1, "puzzle": puzzle}
    answer = client.post("/api/read", {"text": json.dumps(record)})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json["puzzle"]["name"] == name
    picture = client.post("/api/export/svg", {"puzzle": puzzle, "board": [[0, 0, 0]]})
    assert b"<img" not in picture.data


@pytest.mark.parametrize(
    "text",
    [
        "1: !!python/object/apply:os.system ['true']",
        "a: &a [" + "*a," * 9 + "]",
        "1: " + "[" * 3000,
        "1: [[red, +]" + ", [red, +]" * 5 + "]",
    ],
)
def test_hostile_tile_files_are_refused(client, text):
    answer = client.post("/api/read", {"name": "tile_dict.yaml", "text": text})
    assert answer.status == 400


def test_an_engine_option_cannot_name_a_file(client, scramble, tmp_path):
    options = {"proof": str(tmp_path / "proof")}
    body = {"goal": "solve", "puzzle": scramble}
    body["engines"] = [{"engine": "sat", "options": options}]
    answer = client.post("/api/jobs", body)
    assert answer.status == 400
    assert "has no option 'proof'" in answer.json["error"]
    assert not list(tmp_path.iterdir())


def test_a_token_is_required_on_other_addresses(tmp_path):
    with studio(tmp_path, token="open-sesame") as client:
        assert client.get("/").status == 401
        assert (
            client.get("/").data == b"open the studio with the link that it printed\n"
        )
        assert client.get("/api/catalog").status == 401
        assert client.get("/api/catalog?token=open-sesame").status == 401
        assert client.get("/?token=open-barley").status == 401
        welcome = client.get("/?token=open-sesame")
        assert (welcome.status, welcome.headers["location"]) == (303, "/")
        cookie = welcome.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        kept = {"cookie": cookie.split(";")[0]}
        assert client.raw("GET", "/api/catalog", headers=kept).status == 200
        odd = {"cookie": 'prefs={"a":1}; x=a b; a[0]=1; path=/; ' + kept["cookie"]}
        assert client.raw("GET", "/api/catalog", headers=odd).status == 200
        other = {"cookie": kept["cookie"].replace("studio=", "studio2=")}
        assert client.raw("GET", "/api/catalog", headers=other).status == 401
        bearer = {"authorization": "Bearer open-sesame"}
        assert client.raw("GET", "/api/catalog", headers=bearer).status == 200
        wrong = {"authorization": "Bearer öpen"}
        assert client.raw("GET", "/", headers=_encoded(wrong)).status == 401


def _encoded(headers):
    return {key: value.encode("latin-1") for key, value in headers.items()}


def test_only_this_machine_is_served_without_a_token():
    from edgematch.web.safety import is_this_machine, new_token

    for host in ("127.0.0.1", "localhost", "LocalHost", "::1", "[::1]", "127.8.8.8"):
        assert is_this_machine(host)
    for host in ("0.0.0.0", "::", "192.168.1.2", "example.org", ""):
        assert not is_this_machine(host)
    assert len(new_token()) >= 30


def test_every_address_of_this_machine_answers(client):
    for host in ("127.0.0.2:80", "LOCALHOST", "[::1]:8130"):
        assert client.raw("GET", "/", headers={"host": host}).status == 200
    assert client.raw("GET", "/", headers={"host": "127.0.0.1.org"}).status == 403


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--host", "é..com"), "--host 'é..com' is not a valid host name"),
        (("--host", ""), "--host must not be empty"),
        (("--state", ""), "--state must not be empty"),
        (("--store", ""), "--store must not be empty"),
    ],
)
def test_serve_refuses_invalid_places_in_one_line(edgematch, arguments, message):
    said = edgematch("serve", "--port", 0, "--no-browser", *arguments)
    assert said.status == 2
    assert message in said.err


def test_serve_refuses_a_port_in_use_in_one_line(client, edgematch, tmp_path):
    said = edgematch("serve", "--port", client.port, "--state", tmp_path)
    assert said.status == 2
    assert f"port {client.port} is in use" in said.err


def test_without_the_extra_serve_names_the_package_to_install(edgematch, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "uvicorn", None)
    said = edgematch("serve")
    assert said.status == 2
    assert "pip install 'edgematch[web]'" in said.err
