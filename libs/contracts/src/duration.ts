const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

const parts = (much: number, unit: string, rest: number, unitOfRest: string): string =>
  [much > 0 && `${much} ${unit}`, (rest > 0 || much === 0) && `${rest} ${unitOfRest}`].filter(Boolean).join(' ');

/**
 * Minutes as people read them: "45 s", "45 min", "3 h", "12 h 30 min".
 * @param days whether a day and more is "2 d 4 h"
 */
export function duration(minutes: number, { days = false } = {}): string {
  const seconds = Math.round(minutes * 60);
  if (seconds > 0 && seconds < 60) return `${seconds} s`;
  const whole = Math.round(minutes);
  if (!days || whole < DAY_MIN) return parts(Math.floor(whole / HOUR_MIN), 'h', whole % HOUR_MIN, 'min');
  return parts(Math.floor(whole / DAY_MIN), 'd', Math.floor((whole % DAY_MIN) / HOUR_MIN), 'h');
}

/** Seconds as people read them, to the second below an hour: "2 min 30 s". */
export const exactDuration = (seconds: number): string =>
  seconds > 60 && seconds < 3_600 && seconds % 60 > 0
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : duration(seconds / 60);
