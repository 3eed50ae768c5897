import { type CuentaMes, numero, type SumasCuenta } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Table, Text } from '@chakra-ui/react';
import { type FormEvent, Fragment, useState } from 'react';
import { failureOf } from '../../../components/form/failure.js';
import { NumberInput } from '../../../components/form/number-input.js';
import { numberIn } from '../../../lib/format/number.js';
import { useSaveArea } from '../api/cuenta.js';
import { bySector } from '../lib/account.js';
import { objetoOf } from '../lib/lanes.js';
import { texts } from '../textos.js';

const { account: t } = texts;
const NUMBERS = { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } as const;
const M2_PER_HA = 10_000;
const known = (value: number | null | undefined): string =>
  value === null || value === undefined ? texts.never : numero(value);

type Sector = CuentaMes['sectores'][number];
type Sums = SumasCuenta & Partial<Pick<Sector, 'mm'>>;

const COLUMNS: readonly { title: string; value: (sums: Sums) => number | null | undefined }[] = [
  { title: t.planned3, value: ({ m3_previstos }) => m3_previstos },
  { title: t.measured3, value: ({ m3_medidos }) => m3_medidos },
  { title: t.unmeasured, value: ({ sin_medir }) => sin_medir },
  { title: t.mm, value: ({ mm }) => mm },
  // Not where energy is of turns whose water nobody measured.
  {
    title: t.kwhPerM3,
    value: ({ kwh, m3_medidos, sin_medir }) =>
      kwh === null || !m3_medidos || sin_medir !== 0 ? null : Math.round((kwh / m3_medidos) * 1_000) / 1_000,
  },
];

interface Props {
  cuenta: CuentaMes;
  /** Null = the person's own company. */
  empresaId: number | null;
  nameOf: (objeto: string) => string;
}

/** What meters told of each sector and valve, over the area that somebody said; what no meter told of stands apart. */
export function AccountWater({ cuenta, empresaId, nameOf }: Props) {
  // Who sees part of a sector is told no area.
  const showsAreas = empresaId !== null && cuenta.sectores.some(({ superficie_m2 }) => superficie_m2 !== undefined);
  if (!showsAreas && (cuenta.total.m3_medidos ?? null) === null) return null;
  const cells = (sums: Sums) =>
    COLUMNS.map(({ title, value }) => (
      <Table.Cell key={title} {...NUMBERS}>
        {known(value(sums))}
      </Table.Cell>
    ));
  return (
    <Box maxW="60rem" overflowX="auto">
      <Heading as="h3" size="sm" mb="2">
        {t.measured}
      </Heading>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>{t.valve}</Table.ColumnHeader>
            {COLUMNS.map(({ title }) => (
              <Table.ColumnHeader key={title} {...NUMBERS}>
                {title}
              </Table.ColumnHeader>
            ))}
            {/* Last: a phone shows what was measured without scrolling. */}
            {showsAreas && <Table.ColumnHeader>{t.area}</Table.ColumnHeader>}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {bySector(cuenta).map(({ sector, filas }, i) => (
            <Fragment key={sector}>
              <Table.Row bg="bg.muted" fontWeight="600" css={{ breakInside: 'avoid', breakAfter: 'avoid' }}>
                <Table.Cell overflowWrap="anywhere">{sector || t.noSector}</Table.Cell>
                {cells(cuenta.sectores[i]!)}
                {showsAreas && (
                  <Table.Cell>
                    {sector !== '' && <AreaForm empresaId={empresaId} sector={cuenta.sectores[i]!} />}
                  </Table.Cell>
                )}
              </Table.Row>
              {filas.map((fila) => (
                <Table.Row key={objetoOf(fila)} css={{ breakInside: 'avoid' }}>
                  <Table.Cell ps="6" overflowWrap="anywhere">
                    {fila.sector === '' ? nameOf(objetoOf(fila)) : fila.nombre}
                  </Table.Cell>
                  {cells(fila)}
                  {showsAreas && <Table.Cell />}
                </Table.Row>
              ))}
            </Fragment>
          ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}

/** How large a sector is, in hectares. */
function AreaForm({ empresaId, sector: { sector, superficie_m2 } }: { empresaId: number; sector: Sector }) {
  const save = useSaveArea();
  const [bad, setBad] = useState(false);
  const failure = bad ? { text: t.areaFailed, detalle: t.noNumber } : save.error && failureOf(t.areaFailed, save.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('superficie')).trim();
    const ha = text === '' ? null : numberIn(text);
    setBad(Number.isNaN(ha));
    if (Number.isNaN(ha)) return;
    const m2 = ha === null ? null : Math.round(ha * M2_PER_HA * 100) / 100;
    save.mutate({ empresa_id: empresaId, sector, superficie_m2: m2 });
  };
  return (
    <form key={superficie_m2} onSubmit={submit}>
      <Flex gap="2">
        <NumberInput
          name="superficie"
          size="sm"
          w="6rem"
          aria-label={t.areaOf(sector)}
          defaultValue={superficie_m2 ? superficie_m2 / M2_PER_HA : ''}
        />
        <Button
          type="submit"
          size="sm"
          variant="outline"
          disabled={save.isPending}
          aria-label={t.saveArea(sector)}
          _print={{ display: 'none' }}
        >
          {t.save}
        </Button>
      </Flex>
      {failure && (
        <Text role="alert" color="fg.error">
          {Object.values(failure).filter(Boolean).join('. ')}
        </Text>
      )}
    </form>
  );
}
