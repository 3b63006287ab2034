// What a prompt asks for, what a person decides, what holds for all work to come.

#include "session/request.h"

#include <doctest/doctest.h>

#include "session/plain_decision.h"
#include "session/standing_rule.h"
#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::session;
using namespace context_rot::transcript;
using test::Talk;
using Texts = std::vector<std::string>;

namespace {

Texts texts(const std::vector<FromEntry>& lines) {
  Texts out;
  for (const FromEntry& line : lines) out.push_back(line.text);
  return out;
}

Texts goal(const Texts& prompts) {
  Talk talk;
  for (const std::string& prompt : prompts) {
    talk.prompt(prompt);
    talk.says("Fine.");
  }
  return texts(goal_of(TypedTexts(talk.conversation), 0, 240));
}

Texts rules(const Talk& talk) {
  return texts(standing_rules(talk.conversation, tool_uses(talk.conversation),
                              TypedTexts(talk.conversation), 12));
}

Texts rules(const Texts& prompts) {
  Talk talk;
  for (const std::string& prompt : prompts) {
    talk.prompt(prompt);
    talk.says("Fine.");
  }
  return rules(talk);
}

}  // namespace

TEST_CASE("requests, in three languages") {
  for (const char* text :
       {"dig a pond behind the shed", "ok, now plan the watering of the ferns",
        "can you paint the fence green", "I need a gate for the goats", "the pump is broken, why?",
        "help me with the roof of the shed", "/garden:plan the herb beds",
        "crea un estanque detras del cobertizo", "necesito una puerta para las cabras",
        "la bomba no funciona desde ayer", "fes una bassa darrere la caseta",
        "vull una porta per a les cabres", "commit it in two steps"}) {
    CHECK_MESSAGE(asked_in(text).ask == Ask::request, text);
  }
}

TEST_CASE("no requests: remarks, nods, side questions, orders of the moment, refusals") {
  for (const char* text :
       {"go on", "yes please", "ready for step 5", "keep going with the pond", "sigue",
        "that looks good", "do not paint it yet", "never mind", "I saw a heron", "gracias"}) {
    CHECK_MESSAGE(asked_in(text).ask == Ask::nothing, text);
  }
  for (const char* text : {"what are the settings I need for the pump?", "how deep is the pond?",
                           "d\u00f3nde est\u00e1 la bomba?", "is that fish still alive?"}) {
    CHECK_MESSAGE(asked_in(text).ask == Ask::question, text);
  }
  for (const char* text : {"commit this", "now write all of it and commit", "run the tests again",
                           "let's commit and push"}) {
    CHECK_MESSAGE(asked_in(text).ask == Ask::order, text);
  }
}

TEST_CASE("the goal: the first request, the fullest between, the newest") {
  CHECK(goal({"hello", "dig a pond behind the shed", "ready for step 5", "do not fill it yet",
              "how deep is it?"}) == Texts{"dig a pond behind the shed"});
  CHECK(goal({"dig a pond",
              "add a pump with a valve, a filter, a timer, a hose and a brass lamp at the rim",
              "paint the fence around the pond dark green", "commit this"}) ==
        Texts{"dig a pond",
              "add a pump with a valve, a filter, a timer, a hose and a brass lamp at the rim",
              "paint the fence around the pond dark green"});
  CHECK(goal({"thanks", "how deep is it?"}).empty());
  CHECK(goal({"dig a pond behind the shed", "nah let's undo that, the goats never drink there"}) ==
        Texts{"dig a pond behind the shed"});
}

TEST_CASE("decisions of a person in plain words") {
  for (const char* text :
       {"let's keep the pump in the shed", "I think let's have one valve for each bed",
        "let's do this as a separate bed", "nah let's roll back, nobody needs the second pump",
        "no, don't move the gate", "use green as the color of the fence", "we should drop the lamp",
        "it should open with the last bed that was shown", "I prefer reeds rather than grass",
        "I don't like the idea of a fountain", "I'll do it", "let's not change the roof this year",
        "mejor no: es mejor una bomba por estanque", "vamos a dejar la puerta en el norte",
        "prefereixo una tanca baixa", "la porta ha de quedar al nord",
        "do both, use the short name"}) {
    CHECK_MESSAGE(plain_decisions(text).size() == 1, text);
  }
}

TEST_CASE("no decisions: next moves, questions, expectations, complaints") {
  for (const char* text :
       {"let's commit and push", "let's see what the pump does", "yeah let's do it",
        "let's check the other beds first", "should we use a pump?", "it should work now",
        "there was supposed to be a gate", "I should have asked", "no idea", "no, I don't know",
        "can you use the other pump?", "the pump fails", "go on", "dig a pond",
        "look at the beds and tell me if this should be a pond or a well",
        "determine what kind of pump the next one should be",
        "hmm, the list is short again, it is back to 4 "
        "instead of 9"}) {
    CHECK_MESSAGE(plain_decisions(text).empty(), text);
  }
}

TEST_CASE("verdicts in bold") {
  CHECK(bold_verdicts("Yes.\n\n**Keep the gate where it is.** It is cheap.\n\n"
                      "**Pump or well \u2192 pump.** Less to dig.") ==
        Texts{"Keep the gate where it is.", "Pump or well \u2192 pump."});
  CHECK(bold_verdicts("**Summary**\n**Note:** keep it\n- **Keep it.** in a list\n"
                      "Text **Keep it dry.** inside\n**Is that fine?**")
            .empty());
}

TEST_CASE("standing rules, and none of the moment") {
  CHECK(rules(Texts{"Never open the sluice. You must keep the fish alive",
                    "de ahora en adelante usa guantes con las ortigas",
                    "please don't touch the bee hives"}) ==
        Texts{"Never open the sluice", "You must keep the fish alive",
              "de ahora en adelante usa guantes con las ortigas",
              "please don't touch the bee hives"});
  CHECK(rules(Texts{"do not commit yet", "don't open the gate for now", "I never said that",
                    "it always leaks", "should we always water?", "don't worry about the roof",
                    "make sure the pump runs", "while it fills, set the lamp to green from now on",
                    "a bed that is new and never been dug needs a name first",
                    "to be clear: Option B: don't dig, only water"})
            .empty());
}

TEST_CASE("a rule is gone with what reverses it") {
  Talk talk;
  talk.prompt("explain the loader, and don't change any code");
  talk.says("It loads.");
  CHECK(rules(talk).size() == 1);
  talk.prompt("now write the new loader");
  talk.edit("/p/loader.py");
  CHECK(rules(talk).empty());
  CHECK(rules(Texts{"don't paint the fence green", "fine, paint the fence green"}).empty());
  CHECK(rules(Texts{"don't paint the fence green", "paint the gate blue"}).size() == 1);
}

TEST_CASE("permissions that a skill in use asks for") {
  Talk talk;
  talk.prompt("commit it");
  talk.add(transcript::EntryKind::meta,
           Talk::text_block("Base directory for this skill: /s\n\n# commit\n- Do **not** push "
                            "unless the user asks.\n- Always write a poem.\n"));
  CHECK(rules(talk) == Texts{"Do not push unless the user asks"});
  Talk other;
  other.prompt("commit it");
  other.add(transcript::EntryKind::meta, Talk::text_block("Do not push unless the user asks."));
  CHECK(rules(other).empty());
}
