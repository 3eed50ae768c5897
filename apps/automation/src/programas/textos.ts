/** Why a program is refused, or does not run. */
export const texts = {
  tooManyProgramas: (most: number) => `La empresa ya tiene ${most} programas, los más que caben`,
  staysInEmpresa: 'Un programa no cambia de empresa',
  paused: 'El programa está en pausa',
  inactive: 'El programa está desactivado',
} as const;
