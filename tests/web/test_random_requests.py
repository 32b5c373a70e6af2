"""Random and hostile requests, made from the description of the API: never a 500."""

import json

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from children import PATIENCE
from edgematch.web.api import ENDPOINTS
from edgematch.web.openapi import api_description
from edgematch.web.refusals import REFUSALS
from studio_client import studio

schema = schemathesis.openapi.from_dict(api_description(ENDPOINTS))


@pytest.fixture(scope="module")
def random_client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("random")
    with (
        studio(folder, request_seconds=5.0, jobs_per_client=0) as client,
        requests.Session() as session,
    ):
        session.trust_env = False  # proxies are looked up again for every request
        yield client, session


@pytest.mark.deep
@schema.parametrize()
@settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_makes_the_studio_fail(case, random_client):
    client, session = random_client
    response = case.call(base_url=client.address, timeout=PATIENCE, session=session)
    assert response.status_code < 500 or response.status_code == 503
    assert "Traceback" not in response.text
    if response.status_code >= 400:
        refusal = json.loads(response.text)
        assert list(refusal) == ["error", "code"]
        assert REFUSALS[refusal["code"]].status == response.status_code
        assert "\n" not in refusal["error"]
