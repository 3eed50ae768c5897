import type { Empresa } from '@acequia/contracts';
import { Box, SimpleGrid, Skeleton, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../../../components/card.js';
import { numero } from '../../../lib/format/format.js';
import { noLlego } from '../../../lib/http/query-client.js';
import { textos } from '../textos.js';

type Parte<T> = UseQueryResult<T, unknown>;

interface Props {
  empresa: Parte<Empresa>;
  usuarios: Parte<readonly unknown[]>;
  dispositivos: Parte<readonly unknown[]>;
  switches: Parte<readonly unknown[]>;
}

/** The day itself still counts: a company ends with its last minute. */
const vencimiento = (fecha: string): string => {
  const [anio, mes, dia] = fecha.slice(0, 10).split('-');
  return `${dia}/${mes}/${anio} 23:59`;
};

const cuantos = (lista: readonly unknown[]): string => numero(lista.length);

/** The company in six figures. */
export function Ficha({ empresa, usuarios, dispositivos, switches }: Props) {
  const { ficha } = textos;
  return (
    <Panel>
      <SimpleGrid as="dl" columns={{ base: 2, md: 3, xl: 6 }} gapX="6" gapY="4">
        <Dato nombre={ficha.empresa} de={empresa}>
          {({ nombre }) => nombre}
        </Dato>
        <Dato nombre={ficha.permitidos} de={empresa}>
          {({ limite_usuarios }) => limite_usuarios || textos.sinLimite}
        </Dato>
        <Dato nombre={ficha.usuarios} de={usuarios}>
          {cuantos}
        </Dato>
        <Dato nombre={ficha.dispositivos} de={dispositivos}>
          {cuantos}
        </Dato>
        <Dato nombre={ficha.switches} de={switches}>
          {cuantos}
        </Dato>
        <Dato nombre={ficha.vencimiento} de={empresa}>
          {({ fecha_vencimiento }) => vencimiento(fecha_vencimiento)}
        </Dato>
      </SimpleGrid>
    </Panel>
  );
}

interface DatoProps<T> {
  nombre: string;
  de: Parte<T>;
  children: (datos: T) => ReactNode;
}

/** A part that could not be loaded says nothing of why (RES-9), but does not go on looking as if it were about to come. */
function Dato<T>({ nombre, de, children }: DatoProps<T>) {
  const espera = noLlego(de) ? textos.sinDato : <Skeleton h="6" w="16" mt="1" />;
  return (
    <Box minW="0">
      <Text as="dt" fontSize="xs" color="fg.muted" fontWeight="600">
        {nombre}
      </Text>
      <Box as="dd" fontSize="lg" fontWeight="600" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        {de.data === undefined ? espera : children(de.data)}
      </Box>
    </Box>
  );
}
