/** Faults of a board that show in its updates. */
export interface UpdateFaults {
  /** It has the key of another operator. */
  bad_signature?: boolean;
  /** A new image falls over at once, again and again. */
  boot_loop?: boolean;
  /** It loses its power, once, as soon as so many bytes of an image came. */
  cut_at?: number;
  /** It does not come back from the restart into a new image. */
  gone?: boolean;
  /** A new image finds no network. */
  unlinked?: boolean;
}
