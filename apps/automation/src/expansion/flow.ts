export const thousandths = (value: number): number => Math.round(value * 1_000);

/** Whether a sum of flows exceeds a limit, m³/h; compared in liters: in doubles 1.1 + 2.2 exceeds 3.3. */
export const isMoreWater = (sum: number, limit: number): boolean => thousandths(sum) > thousandths(limit);
