#include "correction/overlap.h"

#include <doctest/doctest.h>

using namespace context_rot::correction;
using Values = std::vector<std::pair<std::string, std::string>>;

TEST_CASE("names") {
  using Names = std::vector<std::string>;
  CHECK(names_in("use user_id, App.tsx and getUser in v2.") ==
        Names{"app.tsx", "getuser", "user_id", "v2"});
  CHECK(names_in("plain words only").empty());
  CHECK(names_in("db/schema.sql db/schema.sql") == Names{"db/schema.sql"});
  CHECK(names_in(std::string(500, 'a') + "_").empty());
}

TEST_CASE("numbers and values") {
  CHECK(numbers_in("5 of 10, x9") == std::vector<std::string>{"10", "5"});
  CHECK(values_in("port: 8080") == Values{{"port", "8080"}});
  CHECK(values_in("the port is 8080") == Values{{"port", "8080"}});
  CHECK(values_in("name = \"bob\"") == Values{{"name", "bob"}});
  CHECK(restates_value(values_in("port 9000"), values_in("port: 8080")));
  CHECK_FALSE(restates_value(values_in("port 8080"), values_in("port: 8080")));
  CHECK_FALSE(restates_value(values_in("host 9000"), values_in("port: 8080")));
}

TEST_CASE("shared") {
  CHECK(shared({"a", "b", "c"}, {"b", "c", "d"}) == 2);
  CHECK(shared({}, {"a"}) == 0);
}
