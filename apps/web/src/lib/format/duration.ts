/** Minutes in readable form: "45 s", "45 min", "3 h", "12 h 30 min". */
export function duration(minutos: number): string {
  const seconds = Math.round(minutos * 60);
  if (seconds > 0 && seconds < 60) return `${seconds} s`;
  const wholeMinutes = Math.round(minutos);
  const [hoursPart, rest] = [Math.floor(wholeMinutes / 60), wholeMinutes % 60];
  return [hoursPart > 0 && `${hoursPart} h`, (rest > 0 || hoursPart === 0) && `${rest} min`].filter(Boolean).join(' ');
}
