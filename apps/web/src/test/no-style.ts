/** Replaces every style sheet. */
export default {};
