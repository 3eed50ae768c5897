import { PROGRAMA_LIMITS } from '@acequia/contracts';

export const texts = {
  tooManyTogether: (runs: number) =>
    `Los programas de la empresa sumarían ${runs} encendidos al día; el máximo es ${PROGRAMA_LIMITS.RUNS_OF_EMPRESA}`,
} as const;
