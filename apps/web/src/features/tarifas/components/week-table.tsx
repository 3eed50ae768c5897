import { DIAS_TARIFA, NOMBRES_DIA_TARIFA, type TarifaRegla } from '@acequia/contracts';
import { Box, chakra, Flex, Text, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { FormField, Select } from '../../../components/form/fields.js';
import { dateOf } from '../../../lib/format/format.js';
import { periodName } from '../lib/describe.js';
import type { PeriodoValue } from '../lib/form-values.js';
import { inkOf } from '../lib/ink.js';
import { isIn, runsOf, type Season, seasonsOf, WHOLE_YEAR } from '../lib/week.js';
import { texts } from '../textos.js';
import { Swatch } from './swatch.js';

const t = texts.week;
const SIXES = [0, 6, 12, 18];
/** A run of so many hours has room for its period's name on a wide screen. */
const ROOMY = 4;

interface Props {
  periodos: readonly PeriodoValue[];
  /** With the claves of their periods. */
  reglas: readonly TarifaRegla[];
  /** MM-DD: the part of the year that shows first. */
  today: string;
}

const seasonText = ({ desde, hasta }: Season): string =>
  desde === WHOLE_YEAR.desde && hasta === WHOLE_YEAR.hasta ? t.wholeYear : t.between(dateOf(desde), dateOf(hasta));

/** Which hour of each kind of day is of which period, in one part of the year, with what the colours mean. */
export function WeekTable({ periodos, reglas, today }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const seasons = seasonsOf(reglas);
  const season = seasons.find(({ desde }) => desde === chosen) ?? seasons.find((one) => isIn(one, today)) ?? WHOLE_YEAR;
  return (
    <Flex direction="column" gap="3">
      {seasons.length > 1 && (
        <Box w={{ base: 'full', sm: '16rem' }}>
          <FormField label={t.season}>
            <Select value={season.desde} onChange={({ target }) => setChosen(target.value)}>
              {seasons.map((one) => (
                <option key={one.desde} value={one.desde}>
                  {seasonText(one)}
                </option>
              ))}
            </Select>
          </FormField>
        </Box>
      )}
      <chakra.table
        aria-label={t.caption(seasonText(season))}
        w="full"
        css={{ tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: '1px 3px' }}
      >
        <colgroup>
          <chakra.col w={{ base: '2.6rem', md: '5.5rem' }} />
          <col span={24} />
        </colgroup>
        <thead>
          <chakra.tr fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
            <td />
            {SIXES.map((hour) => (
              <chakra.th key={hour} scope="col" colSpan={6} textAlign="start" fontWeight="400">
                {t.hour(hour)}
              </chakra.th>
            ))}
          </chakra.tr>
        </thead>
        <tbody>
          {DIAS_TARIFA.map((dia) => (
            <tr key={dia}>
              <chakra.th scope="row" textAlign="start" fontWeight="500" fontSize="sm">
                <chakra.span display={{ md: 'none' }}>{t.days[dia]}</chakra.span>
                <chakra.span display={{ base: 'none', md: 'inline' }} textTransform="capitalize">
                  {NOMBRES_DIA_TARIFA[dia]}
                </chakra.span>
              </chakra.th>
              {runsOf(reglas, dia, season.desde).map(({ periodo, desde, hasta }) => {
                const place = periodos.findIndex(({ clave }) => clave === periodo);
                const name = periodo === null ? t.gap : periodName(periodos, periodo);
                return (
                  <chakra.td
                    key={desde}
                    colSpan={hasta - desde}
                    position="relative"
                    h="7"
                    px={{ base: '0', md: '1.5' }}
                    rounded="xs"
                    textAlign={{ base: 'center', md: 'start' }}
                    fontSize="xs"
                    whiteSpace="nowrap"
                    overflow="hidden"
                    textOverflow="ellipsis"
                    fontVariantNumeric="tabular-nums"
                    title={t.run(name, desde, hasta)}
                    {...(periodo === null
                      ? { borderWidth: '1px', borderStyle: 'dashed', borderColor: 'border.error', color: 'fg.error' }
                      : { bg: inkOf(place) })}
                  >
                    <VisuallyHidden>{t.run(name, desde, hasta)}</VisuallyHidden>
                    <span aria-hidden>
                      {periodo === null ? '?' : place + 1}
                      {hasta - desde >= ROOMY && (
                        <chakra.span display={{ base: 'none', md: 'inline' }}> {name}</chakra.span>
                      )}
                    </span>
                  </chakra.td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </chakra.table>
      <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="5" rowGap="2">
        {periodos.map(({ clave, precio }, place) => (
          <Flex as="li" key={clave} gap="2" align="center" minW="0">
            <Swatch place={place} />
            <Text overflowWrap="anywhere">{periodName(periodos, clave)}</Text>
            <Text color="fg.muted" fontVariantNumeric="tabular-nums">
              {t.price(precio)}
            </Text>
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
}
