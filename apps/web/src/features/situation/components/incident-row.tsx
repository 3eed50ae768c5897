import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { SeverityChip } from '../../../entities/aviso/severity-chip.js';
import { sinceText } from '../../../entities/aviso/since.js';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { EmpresaLink } from '../../../entities/empresa/empresa-link.js';
import { useByClock } from '../../../lib/time/clock.js';
import type { Incident } from '../lib/incidents.js';
import { kindText } from '../lib/strip.js';
import { texts } from '../textos.js';
import { RowMenu } from './row-menu.js';

interface Props {
  incident: Incident;
  /** Name of the company; null where all rows belong to one company. */
  empresa: string | null;
  /** Wall display: without buttons. */
  wall: boolean;
  onAcknowledge: () => void;
  /** The rows of its alarms. */
  children: ReactNode;
}

/** Several alarms of one place and cause, as one row that opens into theirs. */
export function IncidentRow({ incident: { avisos, desde }, empresa, wall, onAcknowledge, children }: Props) {
  const [open, setOpen] = useState(false);
  const [worst] = avisos;
  const since = useByClock((now) => sinceText({ desde, hasta: null }, now));
  const title = kindText({ tipo: worst.tipo, count: avisos.length, first: worst });
  const unattended = avisos.some(({ estado }) => estado === 'disparado');
  return (
    <Box as="li" py="3" borderTopWidth="1px" _first={{ borderTopWidth: 0 }} data-incidente={worst.tipo}>
      <Flex gap={{ base: 2, md: 4 }} direction={{ base: 'column', md: 'row' }} align={{ md: 'center' }}>
        <Flex flexShrink="0" w={{ md: '6rem' }}>
          <SeverityChip severidad={worst.severidad} over={false} />
        </Flex>
        <Box flex="1" minW="0">
          <Text fontWeight="600" overflowWrap="anywhere">
            {title}
          </Text>
          <Flex wrap="wrap" columnGap="3" color="fg.muted" fontSize="sm">
            {(empresa ?? worst.sitio) && (
              <chakra.span overflowWrap="anywhere">
                {empresa && <EmpresaLink id={worst.empresa_id} nombre={empresa} />}
                {empresa && worst.sitio && ' · '}
                {worst.sitio}
              </chakra.span>
            )}
            <chakra.span fontVariantNumeric="tabular-nums" fontWeight="600">
              {since}
            </chakra.span>
          </Flex>
        </Box>
        {!wall && (
          <Flex gap="1" flexShrink="0">
            <Button size="sm" variant="outline" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? texts.fold : texts.unfold(avisos.length)}
            </Button>
            <RowMenu
              of={title}
              actions={unattended ? [{ text: avisoTexts.acknowledge.accion, act: onAcknowledge }] : []}
            />
          </Flex>
        )}
      </Flex>
      {open && (
        <chakra.ul listStyleType="none" ms={{ md: '7' }} mt="2" ps="3" borderStartWidth="2px">
          {children}
        </chakra.ul>
      )}
    </Box>
  );
}
