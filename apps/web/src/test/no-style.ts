/** Stands for every style sheet and picture. */
export default {};
