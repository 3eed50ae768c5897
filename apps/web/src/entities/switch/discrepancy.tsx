import type { SwitchEnVivo } from '@acequia/contracts';
import { Flex } from '@chakra-ui/react';
import { useSegunReloj } from '../../lib/time/clock.js';
import { edad } from '../../lib/format/format.js';
import { AvisoIcon } from '../../components/icons.js';
import { textos } from './textos.js';

/** The board says otherwise than was asked, for longer than a moment: said in one sentence, null when they agree. */
export const useDiscrepancia = ({ discrepancia, comando }: SwitchEnVivo): string | null =>
  useSegunReloj((now) =>
    discrepancia === 1 && comando ? textos.discrepancia(comando.accion, edad(comando.ts, now)) : '',
  ) || null;

export function Discrepancia({ sw }: { sw: SwitchEnVivo }) {
  const texto = useDiscrepancia(sw);
  return (
    texto && (
      <Flex data-discrepancia w="full" gap="1.5" align="center" fontSize="xs" fontWeight="600" color="fg.error">
        <AvisoIcon />
        <span>{texto}</span>
      </Flex>
    )
  );
}
