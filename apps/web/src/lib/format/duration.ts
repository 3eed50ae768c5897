/** Minutes as a person says them: "45 min", "3 h", "12 h 30 min". */
export function duracion(minutos: number): string {
  const enteros = Math.round(minutos);
  const [horas, resto] = [Math.floor(enteros / 60), enteros % 60];
  return [horas > 0 && `${horas} h`, (resto > 0 || horas === 0) && `${resto} min`].filter(Boolean).join(' ');
}
