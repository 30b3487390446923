"""Django's settings. The keys and the secret exist as long as the process, like the database."""

import os
import pathlib
import secrets
from urllib.parse import urlsplit

from keys import new_rsa_key

HERE = pathlib.Path(__file__).parent
ISSUER = os.environ["ISSUER"]
DEVICE_PAGE = ISSUER + "/device/"

SECRET_KEY = secrets.token_urlsafe(50)
ALLOWED_HOSTS = [urlsplit(ISSUER).hostname]
ROOT_URLCONF = "urls"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": pathlib.Path(os.environ["STATE"]) / "second.sqlite3",
}}
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "oauth2_provider",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [{
    "BACKEND": "django.template.backends.django.DjangoTemplates",
    "DIRS": [HERE / "templates"],
    "APP_DIRS": True,
    "OPTIONS": {"context_processors": [
        "django.template.context_processors.request",
        "django.contrib.auth.context_processors.auth",
    ]},
}]
# Tracebacks go to second.out in the state directory.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"]},
}
STATIC_URL = "/static/"
LOGIN_REDIRECT_URL = "/"
# Fast: every request of a confidential client hashes its secret.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

OAUTH2_PROVIDER = {
    "OAUTH2_VALIDATOR_CLASS": "validator.Validator",
    "SCOPES": {
        "openid": "Sign you in",
        "profile": "Your name",
        "email": "Your e-mail address",
        "offline_access": "Access while you are away",
        "read": "Read your timesheets",
        "write": "Change your timesheets",
    },
    "DEFAULT_SCOPES": ["read"],
    "ALLOWED_REDIRECT_URI_SCHEMES": ["http", "https", "com.example.app"],
    "PKCE_REQUIRED": True,
    "ACCESS_TOKEN_EXPIRE_SECONDS": int(os.environ["ACCESS_TOKEN_SECONDS"]),
    "ROTATE_REFRESH_TOKEN": True,
    "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": int(os.environ["GRACE_SECONDS"]),
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "OIDC_ENABLED": True,
    "OIDC_ISS_ENDPOINT": ISSUER,
    "OIDC_RSA_PRIVATE_KEY": new_rsa_key(),
    "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
    # The server still prompts a user without an `id_token_hint`.
    "OIDC_RP_INITIATED_LOGOUT_ALWAYS_PROMPT": False,
    "OAUTH_DEVICE_VERIFICATION_URI": DEVICE_PAGE,
    "OAUTH_DEVICE_VERIFICATION_URI_COMPLETE": DEVICE_PAGE + "?user_code={user_code}",
}
