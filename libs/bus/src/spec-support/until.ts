/** Resolves once the condition holds; rejects when it never does. */
export const until = async (condition: () => boolean | Promise<boolean>, what: string, ms = 90_000): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
