import { numero, type Empresa } from '@acequia/contracts';
import { Box, SimpleGrid, Skeleton, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../../components/card.js';
import { TextLink } from '../../../components/text-link.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

type Part<T> = UseQueryResult<T, unknown>;

interface Props {
  empresa: Part<Empresa>;
  usuarios: Part<readonly unknown[]>;
  dispositivos: Part<readonly unknown[]>;
  switches: Part<readonly unknown[]>;
}

/** The expiry day itself still counts: the company ends with its last minute. */
const expiryOf = (fecha: string): string => {
  const [year, mes, dia] = fecha.slice(0, 10).split('-');
  return `${dia}/${mes}/${year} 23:59`;
};

/** The number of a list's rows leads to the list: the frame's company goes along. */
const linkTo =
  (page: string) =>
  (list: readonly unknown[]): ReactNode => <TextLink to={page}>{numero(list.length)}</TextLink>;

/** Six key figures of the company. */
export function Figures({ empresa, usuarios, dispositivos, switches }: Props) {
  const { figures } = texts;
  return (
    <Card py="3">
      <SimpleGrid as="dl" columns={{ base: 2, md: 3, lg: 6 }} gapX="6" gapY="2">
        <Datum nombre={figures.empresa} from={empresa}>
          {({ nombre }) => nombre}
        </Datum>
        <Datum nombre={figures.permitted} from={empresa}>
          {({ limite_usuarios }) => limite_usuarios || texts.unlimited}
        </Datum>
        <Datum nombre={figures.usuarios} from={usuarios}>
          {linkTo('/usuarios')}
        </Datum>
        <Datum nombre={figures.dispositivos} from={dispositivos}>
          {linkTo('/dispositivos')}
        </Datum>
        <Datum nombre={figures.switches} from={switches}>
          {linkTo('/switches')}
        </Datum>
        <Datum nombre={figures.expiry} from={empresa}>
          {({ fecha_vencimiento }) => expiryOf(fecha_vencimiento)}
        </Datum>
      </SimpleGrid>
    </Card>
  );
}

interface DatumProps<T> {
  nombre: string;
  from: Part<T>;
  children: (data: T) => ReactNode;
}

/** Shows no error for a part that could not be loaded (RES-9), but replaces the loading skeleton. */
function Datum<T>({ nombre, from, children }: DatumProps<T>) {
  const wait = neverCame(from) ? texts.noData : <Skeleton h="6" w="16" mt="1" />;
  return (
    <Box minW="0">
      <Text as="dt" fontSize="xs" color="fg.muted" fontWeight="600">
        {nombre}
      </Text>
      <Box as="dd" fontSize="md" fontWeight="600" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        {from.data === undefined ? wait : children(from.data)}
      </Box>
    </Box>
  );
}
