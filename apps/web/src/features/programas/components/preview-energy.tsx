import { type EnergiaDeTurnos, numero } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { texts } from '../textos.js';

const { preview } = texts;

interface Props {
  /** null = no meter tells. */
  energia: EnergiaDeTurnos | null;
  nameOf: (objeto: string) => string;
}

const sentenceOf = ({ switch_ids, kwh, costo, periodos }: EnergiaDeTurnos, nameOf: Props['nameOf']): string => {
  const names = switch_ids.map((id) => nameOf(`s${id}`)).join(', ');
  const parts = (periodos ?? []).map((one) => preview.energyPeriod(one.periodo, numero(one.kwh), one.costo.toFixed(2)));
  const all = preview.energy(names, numero(kwh), costo?.toFixed(2) ?? null);
  return parts.length > 1 ? `${all} (${parts.join(' · ')})` : all;
};

/** What the turns of a program would use and cost, by period. */
export const PreviewEnergy = ({ energia, nameOf }: Props) => (
  <Text color="fg.muted" mb="3" fontVariantNumeric="tabular-nums">
    {energia ? sentenceOf(energia, nameOf) : preview.noEnergy}
  </Text>
);
