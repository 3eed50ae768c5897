/** Replaces every style sheet and picture. */
export default {};
