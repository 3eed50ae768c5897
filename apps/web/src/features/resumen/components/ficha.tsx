import type { Empresa } from '@acequia/contracts';
import { Box, SimpleGrid, Skeleton, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Panel } from '../../../components/panel.js';
import { numero } from '../../../lib/format.js';
import { textos } from '../textos.js';

interface Props {
  empresa: Empresa | undefined;
  usuarios: number | undefined;
  dispositivos: number | undefined;
  switches: number | undefined;
}

/** The day itself still counts: a company ends with its last minute. */
const vencimiento = (fecha: string): string => {
  const [anio, mes, dia] = fecha.slice(0, 10).split('-');
  return `${dia}/${mes}/${anio} 23:59`;
};

/** The company in six figures. */
export function Ficha({ empresa, usuarios, dispositivos, switches }: Props) {
  const { ficha } = textos;
  return (
    <Panel>
      <SimpleGrid as="dl" columns={{ base: 2, md: 3, xl: 6 }} gapX="6" gapY="4">
        <Dato nombre={ficha.empresa}>{empresa?.nombre}</Dato>
        <Dato nombre={ficha.permitidos}>{empresa && (empresa.limite_usuarios || textos.sinLimite)}</Dato>
        <Dato nombre={ficha.usuarios}>{usuarios !== undefined && numero(usuarios)}</Dato>
        <Dato nombre={ficha.dispositivos}>{dispositivos !== undefined && numero(dispositivos)}</Dato>
        <Dato nombre={ficha.switches}>{switches !== undefined && numero(switches)}</Dato>
        <Dato nombre={ficha.vencimiento}>{empresa && vencimiento(empresa.fecha_vencimiento)}</Dato>
      </SimpleGrid>
    </Panel>
  );
}

function Dato({ nombre, children }: { nombre: string; children: ReactNode }) {
  return (
    <Box minW="0">
      <Text as="dt" fontSize="xs" color="fg.muted" fontWeight="600">
        {nombre}
      </Text>
      <Box as="dd" fontSize="lg" fontWeight="600" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
        {children || children === 0 ? children : <Skeleton h="6" w="16" mt="1" />}
      </Box>
    </Box>
  );
}
