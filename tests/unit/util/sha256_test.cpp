#include "util/sha256.h"

#include <doctest/doctest.h>

#include <string>

using namespace context_rot;

TEST_CASE("SHA-256 of the standard's examples") {
  CHECK(sha256_base64("") == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  CHECK(sha256_base64("abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  CHECK(sha256_base64("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
  CHECK(sha256_base64(std::string(1000000, 'a')) == "zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA=");
}

TEST_CASE("SHA-256 around the length of a block") {
  // From sha256sum.
  CHECK(sha256_base64(std::string(55, 'x')) == "1eKFaDzU78AtAhpcYgFGlJWJAQBdb3HongmJ+sd+QHI=");
  CHECK(sha256_base64(std::string(56, 'x')) == "BMJiYTcO51QVSdFt7jIMcj4/0UZx5moJmv4KN3wWiI4=");
  CHECK(sha256_base64(std::string(64, 'x')) == "fOEAlx9k5wAej+WlGXPs3+HO1Cvv5+6NX9YhlQa1OTw=");
}
