import { type EnergiaDeTurnos, numero } from '@acequia/contracts';
import { Box, Text } from '@chakra-ui/react';
import { dateTimeOf } from '../../../lib/format/format.js';
import { texts } from '../textos.js';

const { preview } = texts;

interface Props {
  /** null = no meter tells. */
  energia: EnergiaDeTurnos | null;
  nameOf: (objeto: string) => string;
  timeZone: string;
}

const sentenceOf = ({ switch_ids, kwh, costo, periodos }: EnergiaDeTurnos, nameOf: Props['nameOf']): string => {
  const names = switch_ids.map((id) => nameOf(`s${id}`)).join(', ');
  const parts = (periodos ?? []).map((one) => preview.energyPeriod(one.periodo, numero(one.kwh), one.costo.toFixed(2)));
  const all = preview.energy(names, numero(kwh), costo?.toFixed(2) ?? null);
  return parts.length > 1 ? `${all} (${parts.join(' · ')})` : all;
};

type Excess = NonNullable<EnergiaDeTurnos['demanda']>[number];
const excessOf = ({ periodo, inicio, kw, limite_kw }: Excess, timeZone: string): string =>
  preview.demand(
    periodo,
    dateTimeOf(inicio, timeZone),
    numero(kw),
    numero(limite_kw),
    numero(Number((kw - limite_kw).toFixed(1))),
  );

/** What the turns of a program would use and cost, by period, and which limits of demand they would pass. */
export const PreviewEnergy = ({ energia, nameOf, timeZone }: Props) => (
  <Box mb="3" fontVariantNumeric="tabular-nums">
    <Text color="fg.muted">{energia ? sentenceOf(energia, nameOf) : preview.noEnergy}</Text>
    {(energia?.demanda ?? []).map((one) => (
      <Text key={one.periodo} role="status" color="fg.warning" fontWeight="600">
        {excessOf(one, timeZone)}
      </Text>
    ))}
  </Box>
);
