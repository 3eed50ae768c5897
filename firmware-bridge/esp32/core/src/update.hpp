#pragma once
#include "image_loader.hpp"
#include "update_record.hpp"

namespace acequia {

/**
 * Loads an image into the free slot, checks it, tries it, and keeps it or goes back. It never switches a relay, and neither loads nor
 * restarts while the board is not quiet. A task of its own goes round `plan`, `work`, `note`: only `work` waits for the network
 * and the flash, and needs no lock; all the rest is called with the board's lock, and is short.
 */
class Update {
 public:
  /** Nothing is loaded, and nothing restarts, when a run of the agenda begins within this time. */
  static constexpr Ms kQuiet = 30LL * 60 * 1000;
  /** Gives up when nothing came for this long. */
  static constexpr Ms kPatience = 3'600'000;
  /** Within this time after its first start an image proves itself. */
  static constexpr Ms kTrial = 600'000;
  /** From the last word to the restart. */
  static constexpr Ms kFarewell = 3'000;
  /** So many bytes lie between two notes of how far it is. */
  static constexpr uint32_t kNoteEvery = 4 * FlashPort::kSector;
  /** So often a start that was cut off is tried again. */
  static constexpr int kTries = 3;

  enum class Job : uint8_t { none, open, close, read, check, prove, start, restart, keep, roll_back };

  /** How the board is. */
  struct Around {
    /** No relay is on. */
    bool off = false;
    /** And no run of the agenda begins soon. */
    bool quiet = false;
    /** Its self-check passed. */
    bool sound = false;
  };

  Update(ImagePort& image, SourcePort& source, DocumentStore& store)
      : image_(image), store_(store), loader_(image, source) {}

  /** Call it once, first. */
  void boot(const Image& running, Ms now);
  /** A message on `update`; an empty one withdraws it. false: it is none. */
  bool take(const char* text, size_t length);
  /** A document stands from its arrival in a connection. */
  void connected();
  void disconnected();
  /** A PUBACK came. */
  void acknowledged() { acknowledged_ = linked_; }

  /** What to do now; `none`: ask again soon. */
  Job plan(const Around& around, Ms now);
  /** Does what was planned last. */
  void work();
  /** What came of it. */
  void note(Ms now);

  /** true once after a change that `status` tells at once. */
  bool take_news();
  const Image& running() const { return running_; }
  uint32_t floor() const { return record_.floor; }
  /** `id` 0: there is none. */
  const UpdateReport& report() const { return report_; }

 private:
  using State = UpdateRecord::State;
  using Outcome = ImageLoader::Outcome;

  Job choose(const Around& around, Ms now);
  Job loading(Ms now);
  void begin(Ms now);
  void start();
  void keep();
  void wait(Ms now);
  bool save() { return record_.save(store_); }
  void finish(State state, UpdateWhy why = UpdateWhy::none);
  void tell(UpdatePhase phase, UpdateWhy why = UpdateWhy::none);

  ImagePort& image_;
  DocumentStore& store_;
  ImageLoader loader_;
  Image running_;
  UpdateRecord record_;
  UpdateReport report_;
  bool news_ = false;

  /** As it was heard. */
  UpdateOrder heard_;
  bool stands_ = false;
  bool linked_ = false;
  bool acknowledged_ = false;

  /** What is being loaded; 0 = nothing. */
  int64_t begun_ = 0;
  Job job_ = Job::none;
  Outcome outcome_ = Outcome::well;
  UpdateWhy why_ = UpdateWhy::none;
  bool proven_ = false;
  uint32_t attempts_ = 0;
  Ms next_attempt_ = 0;
  /** When the last byte came, or nothing hindered it any more. */
  Ms came_at_ = 0;
  /** Of the trial, and of the word before a restart. */
  Ms since_ = 0;
};

}  // namespace acequia
