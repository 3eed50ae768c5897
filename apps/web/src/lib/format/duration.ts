/** Minutes in readable form: "45 s", "45 min", "3 h", "12 h 30 min". */
export function duration(minutos: number): string {
  const seconds = Math.round(minutos * 60);
  if (seconds > 0 && seconds < 60) return `${seconds} s`;
  const wholeMinutes = Math.round(minutos);
  const [hoursPart, rest] = [Math.floor(wholeMinutes / 60), wholeMinutes % 60];
  return [hoursPart > 0 && `${hoursPart} h`, (rest > 0 || hoursPart === 0) && `${rest} min`].filter(Boolean).join(' ');
}

/** The same to the second, below an hour: "2 min 30 s". */
export const exactDuration = (seconds: number): string =>
  seconds > 60 && seconds < 3_600 && seconds % 60 > 0
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : duration(seconds / 60);
