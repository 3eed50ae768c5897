const left = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  if (ms < 60_000) return 'queda menos de 1 min';
  return minutes === 1 ? 'queda 1 min' : `quedan ${minutes} min`;
};

/** `hora`: HH:mm at which the turn ends; `ms`: time until then. */
export const timeLeftText = (hora: string, ms: number): string => `se apaga a las ${hora} · ${left(ms)}`;

export const texts = {
  inCharge: (texto: string, since: string) => `${texto} · desde ${since}`,
  today: (hora: string) => `a las ${hora}`,
  otherDay: (moment: string) => `el ${moment}`,
  next: (when: string, lasts: string) => `Sigue ${when}, ${lasts}`,
  extended: 'Turno alargado',
  overlap: (hora: string) => `El paso siguiente empieza igual a las ${hora}: los dos estarán encendidos a la vez.`,
} as const;
