"""The modules of the OpenID Foundation's tests for the logout of relying parties, and for sign-ins that another site starts,
against the running web app. Each function has the name of a module without `oidcc-client-test-`. These are ports: the suite itself
hasn't been run."""

import secrets

from checks import expect
from provider import EVENT, UserAgent

LOGOUT = "/auth/company/logout"
LOGIN = "/auth/company/login"


def signed_in(provider, app):
    """A browser, and the `sid` of its session at the provider."""
    agent = UserAgent(app)
    agent.follow(LOGIN)
    expect(agent.is_signed_in(), "the user is signed in")
    return agent, provider.sid


def end_session(provider, app, state):
    """Signs out. The function `state` chooses the state in the return."""
    agent, _ = signed_in(provider, app)
    provider.at_logout = lambda parameters: state(parameters)
    try:
        url, status = agent.follow(LOGOUT, {})
    finally:
        provider.at_logout = lambda parameters: parameters.get("state")
    sent = next(parameters for path, parameters in reversed(provider.requests) if path == "/end-session")
    expect({"id_token_hint", "post_logout_redirect_uri", "state"} <= sent.keys(), f"the request has {sorted(sent)}")
    expect(sent["post_logout_redirect_uri"] == app + "/auth/company/signed-out", "the browser returns to the app")
    expect(status == 200, f"{url} is a page of the app, not {status}")
    expect(url.startswith(app), f"the browser returns to the app, not to {url}")
    expect(not agent.is_signed_in(), "the user is signed out")


def rp_init_logout(provider, app):
    end_session(provider, app, lambda parameters: parameters["state"])


def rp_init_logout_other_state(provider, app):
    end_session(provider, app, lambda _: secrets.token_urlsafe(16))


def rp_init_logout_no_state(provider, app):
    end_session(provider, app, lambda _: None)


def post(app, token):
    status, headers, _ = UserAgent(app).send("/auth/company/backchannel", {"logout_token": token})
    expect("no-store" in (headers["Cache-Control"] or ""), "the response isn't cached")
    return status


def back_channel(provider, app, is_valid, algorithm="RS256", **changes):
    """The token is sent while another browser of the user signs out, and names the session of this one."""
    (agent, sid), (leaving, _) = signed_in(provider, app), signed_in(provider, app)
    token, found = provider.logout_token(sid, algorithm, **changes), []

    def at_logout(parameters):
        found.append(post(app, token))
        return parameters["state"]

    provider.at_logout = at_logout
    try:
        leaving.follow(LOGOUT, {})
    finally:
        provider.at_logout = lambda parameters: parameters.get("state")
    expect(found == [200 if is_valid else 400], f"the status of the response is {found}")
    expect(agent.is_signed_in() != is_valid, f"the session {'has ended' if is_valid else 'continues'}")
    return token


def rp_backchannel_rpinitlogout(provider, app):
    back_channel(provider, app, True)


def rp_backchannel_rpinitlogout_alg_none(provider, app):
    back_channel(provider, app, False, "none")


def rp_backchannel_rpinitlogout_wrong_alg(provider, app):
    back_channel(provider, app, False, "HS256")


def rp_backchannel_rpinitlogout_no_event(provider, app):
    back_channel(provider, app, False, events=None)


def rp_backchannel_rpinitlogout_wrong_event(provider, app):
    back_channel(provider, app, False, events={EVENT + "/other": {}})


def rp_backchannel_rpinitlogout_with_nonce(provider, app):
    back_channel(provider, app, False, nonce=secrets.token_urlsafe(16))


def rp_backchannel_rpinitlogout_wrong_aud(provider, app):
    back_channel(provider, app, False, aud="another-client")


def rp_backchannel_rpinitlogout_wrong_iss(provider, app):
    back_channel(provider, app, False, iss=provider.issuer + "/other")


def front_channel(provider, app):
    """The provider's page shows the app's logout page in a frame. Browsers send no cookie with it."""
    agent, sid = signed_in(provider, app)
    query = f"iss={provider.issuer.replace(':', '%3A').replace('/', '%2F')}&sid={sid}"
    status, headers, _ = UserAgent(app).send(
        f"/auth/company/frontchannel?{query}", headers={"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"})
    expect(status == 200, f"the status of the frame is {status}")
    expect("no-store" in headers["Cache-Control"], "the response isn't cached")
    expect(headers["X-Frame-Options"] is None, "the provider's page can show the frame")
    expect(not agent.is_signed_in(), "the session has ended")
    return agent


def rp_frontchannel_opinitlogout(provider, app):
    front_channel(provider, app)


def rp_frontchannel_rpinitlogout(provider, app):
    agent, sid = signed_in(provider, app)

    def at_logout(parameters):
        UserAgent(app).send(f"/auth/company/frontchannel?iss={provider.issuer}&sid={sid}")
        return parameters["state"]

    provider.at_logout = at_logout
    try:
        url, status = agent.follow(LOGOUT, {})
    finally:
        provider.at_logout = lambda parameters: parameters.get("state")
    expect(url.startswith(app) and status == 200, f"the browser returns to the app, not to {url}")
    expect(not agent.is_signed_in(), "the session has ended")


def third_party_init_login(provider, app):
    """The suite calls it `3rd-party-init-login`."""
    agent = UserAgent(app)
    target = (app + "/payment").replace(":", "%3A").replace("/", "%2F")
    before = len(provider.requests)
    url, status = agent.follow(f"/auth/company/initiate?iss={provider.issuer}&target_link_uri={target}&login_hint=alice")
    expect(any(path == "/authorize" for path, _ in provider.requests[before:]), "an authorization request is sent")
    expect((url, status) == (app + "/payment", 200), f"the browser gets to the target, not to {url}")


MODULES = [
    rp_init_logout, rp_init_logout_other_state, rp_init_logout_no_state, rp_backchannel_rpinitlogout,
    rp_backchannel_rpinitlogout_alg_none, rp_backchannel_rpinitlogout_wrong_alg, rp_backchannel_rpinitlogout_no_event,
    rp_backchannel_rpinitlogout_wrong_event, rp_backchannel_rpinitlogout_with_nonce,
    rp_backchannel_rpinitlogout_wrong_aud, rp_backchannel_rpinitlogout_wrong_iss, rp_frontchannel_rpinitlogout,
    rp_frontchannel_opinitlogout, third_party_init_login,
]
