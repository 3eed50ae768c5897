/** Tests of updates. */
#include "update_tests.hpp"

int main() {
  using namespace acequia;
  test("hashes are those of the standard", hashes_as_the_standard_says);
  test("an image is loaded, checked, tried and kept, once", installs_and_keeps);
  test("an image that is not for this board is refused once and for all", refuses_what_is_not_for_it);
  test("a bad line, a server that begins anew and one that asks to wait cost no byte and no update", loads_over_a_bad_line);
  test("nothing is loaded and nothing restarts while a relay is on or a run is near", waits_for_a_quiet_board);
  test("what is withdrawn is let go of", lets_go_of_what_is_withdrawn);
  test("an image that does not prove itself is left again", goes_back_to_what_ran);
  test("a start that is always cut off is given up after three tries", gives_up_a_start_that_is_always_cut);
  test("the longest status fits its buffer", says_all_there_is_to_say);
  test("a cut of power at any byte or note leaves an image that works", survives_cuts_of_an_update);
  test("a cut of power at any other moment leaves an image that works", survives_cuts_at_each_round);
  return failures == 0 ? 0 : 1;
}
