/** Stands for every style sheet. */
export default {};
