"""The server's paths: django-oauth-toolkit under the issuer's path, and Django's login page."""

from django.contrib.auth.views import LoginView
from django.urls import include, path
from django.views.generic import TemplateView
from oauth2_provider.urls import metadata_urlpatterns

urlpatterns = [
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
    path("", include(metadata_urlpatterns)),  # RFC 8414 places the metadata of http://host/o in the host's root
    path("accounts/login/", LoginView.as_view(), name="login"),
    path("", TemplateView.as_view(template_name="home.html")),
]
