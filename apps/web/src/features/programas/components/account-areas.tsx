import { type CuentaMes, numero } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Table, Text } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../../components/form/failure.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { numberIn } from '../../../lib/format/number.js';
import { useSaveArea } from '../api/cuenta.js';
import { texts } from '../textos.js';

const { account: t } = texts;
const NUMBERS = { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } as const;
const M2_PER_HA = 10_000;
const known = (value: number | null | undefined): string =>
  value === null || value === undefined ? texts.never : numero(value);

type Sector = CuentaMes['sectores'][number];

interface Props {
  sectores: readonly Sector[];
  empresaId: number;
}

/** What meters told of each sector, over the area that somebody said; what no meter told of stands apart. */
export function AccountAreas({ sectores, empresaId }: Props) {
  const save = useSaveArea();
  const [bad, setBad] = useState(false);
  const failure = bad ? { text: t.areaFailed, detalle: t.noNumber } : save.error && failureOf(t.areaFailed, save.error);
  const submit = (sector: string) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('superficie')).trim();
    const ha = text === '' ? null : numberIn(text);
    setBad(Number.isNaN(ha));
    if (Number.isNaN(ha)) return;
    save.mutate({
      empresa_id: empresaId,
      sector,
      superficie_m2: ha === null ? null : Math.round(ha * M2_PER_HA * 100) / 100,
    });
  };
  return (
    <Box maxW="52rem" overflowX="auto" css={{ breakInside: 'avoid' }}>
      <Heading as="h3" size="sm" mb="2">
        {t.measured}
      </Heading>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>{t.sector}</Table.ColumnHeader>
            <Table.ColumnHeader>{t.area}</Table.ColumnHeader>
            {[t.planned3, t.measured3, t.unmeasured, t.mm, t.kwhPerM3].map((title) => (
              <Table.ColumnHeader key={title} {...NUMBERS}>
                {title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {sectores.map((one) => (
            <Table.Row key={one.sector}>
              <Table.Cell overflowWrap="anywhere">{one.sector || t.noSector}</Table.Cell>
              <Table.Cell>
                {one.sector !== '' && (
                  <form key={one.superficie_m2} onSubmit={submit(one.sector)}>
                    <Flex gap="2">
                      <NumberInput
                        name="superficie"
                        size="sm"
                        w="6rem"
                        aria-label={t.areaOf(one.sector)}
                        defaultValue={one.superficie_m2 ? one.superficie_m2 / M2_PER_HA : ''}
                      />
                      <Button
                        type="submit"
                        size="sm"
                        variant="outline"
                        disabled={save.isPending}
                        aria-label={t.saveArea(one.sector)}
                        _print={{ display: 'none' }}
                      >
                        {t.save}
                      </Button>
                    </Flex>
                  </form>
                )}
              </Table.Cell>
              <Table.Cell {...NUMBERS}>{known(one.m3_previstos)}</Table.Cell>
              <Table.Cell {...NUMBERS}>{known(one.m3_medidos)}</Table.Cell>
              <Table.Cell {...NUMBERS}>{known(one.sin_medir)}</Table.Cell>
              <Table.Cell {...NUMBERS}>{known(one.mm)}</Table.Cell>
              <Table.Cell {...NUMBERS}>{known(kwhPerM3(one))}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      {failure && (
        <Text role="alert" color="fg.error">
          {Object.values(failure).filter(Boolean).join('. ')}
        </Text>
      )}
    </Box>
  );
}

/** Not where energy is of turns whose water nobody measured. */
const kwhPerM3 = ({ kwh, m3_medidos, sin_medir }: Sector): number | null =>
  kwh === null || !m3_medidos || sin_medir !== 0 ? null : Math.round((kwh / m3_medidos) * 1_000) / 1_000;
