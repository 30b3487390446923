#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "CurlTransport requires libcurl 7.87 or later"
#endif

// Swift can't call C functions with variable arguments, such as curl_easy_setopt. The type of its last argument depends
// on the option, so there is one function for each type.

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_copy(CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl_easy_setopt(handle, option, &blob);
}

static inline CURLcode curl_set_receiver(CURL *handle, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_socket_setup(CURL *handle, curl_sockopt_callback value) {
  return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, value);
}

static inline CURLcode curl_set_before_request(CURL *handle, curl_prereq_callback value) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode curl_get_number(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode curl_limit(CURLM *transfers, CURLMoption option, long value) {
  return curl_multi_setopt(transfers, option, value);
}
