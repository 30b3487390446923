"""The users and the applications (clients) of the server."""

import hashlib

from django.conf import settings
from django.contrib.auth import get_user_model
from oauth2_provider.models import Application

USERS = {"alice": ("Alice", "Example"), "bob": ("Bob", "Example")}
# Redirect.perIssuer appends a hash of the issuer to the path.
ISSUER_PATHS = ["", "/" + hashlib.sha256(settings.ISSUER.encode()).hexdigest()[:32]]


def loopback_uri(path):
    """Returns the loopback URI to register for a path. It matches every port: django-oauth-toolkit ignores the port of
    `http://127.0.0.1`, as RFC 8252, section 7.3 requires. It compares the port of `http://localhost`."""
    return f"http://127.0.0.1:8765{path}"


def add_users():
    for username, (first_name, last_name) in USERS.items():
        get_user_model().objects.create_user(
            username, username + "@example.test", username + "-password-1", first_name=first_name, last_name=last_name)


def add_application(client_id, grant_type, client_secret=None, **properties):
    application = Application(
        client_id=client_id, name=client_id, authorization_grant_type=grant_type,
        algorithm=Application.RS256_ALGORITHM,
        client_type=Application.CLIENT_CONFIDENTIAL if client_secret else Application.CLIENT_PUBLIC,
        client_secret=client_secret or "", **properties)
    application.full_clean()
    application.save()


def add_applications():
    """An application has one grant type, and every confidential application may introspect tokens."""
    callbacks = [loopback_uri("/callback" + path) for path in ISSUER_PATHS] + ["com.example.app:/callback"]
    redirects = {
        "redirect_uris": " ".join(callbacks),
        "post_logout_redirect_uris": loopback_uri("/signed-out"),
    }
    add_application("native-app", Application.GRANT_AUTHORIZATION_CODE, skip_authorization=True, **redirects)
    # This one shows the consent page.
    add_application(
        "web-app", Application.GRANT_AUTHORIZATION_CODE, client_secret="web-app-secret-1", **redirects)
    add_application("device-app", Application.GRANT_DEVICE_CODE)
    add_application("machine", Application.GRANT_CLIENT_CREDENTIALS, client_secret="machine-secret-1")
