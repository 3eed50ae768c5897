export const texts = {
  title: (nombre: string, ended: boolean) => `${ended ? 'Terminó: ' : ''}${nombre}`,
  several: (count: number) => `${count} avisos`,
} as const;
