import type { TipoAviso } from '@acequia/contracts';
import { chakra, Flex } from '@chakra-ui/react';
import type { Severidad } from '@acequia/contracts';
import type { ReactNode } from 'react';
import { kindText, type Counted } from '../lib/strip.js';
import { texts } from '../textos.js';

const PALETTES = { critica: 'teja', alta: 'teja', media: 'miel', baja: 'agua' } as const satisfies Record<
  Severidad,
  string
>;

interface Props {
  counted: readonly Counted[];
  total: number;
  chosen: TipoAviso | null;
  onChoose: (tipo: TipoAviso | null) => void;
}

/** Number of alarms of each kind; a click filters the list by the kind. */
export function Strip({ counted, total, chosen, onChoose }: Props) {
  return (
    <Flex role="group" aria-label={texts.strip} gap="2" wrap="wrap">
      <Count pressed={chosen === null} palette="tierra" onPress={() => onChoose(null)}>
        {texts.everything(total)}
      </Count>
      {counted.map((kind) => (
        <Count
          key={kind.tipo}
          pressed={chosen === kind.tipo}
          palette={PALETTES[kind.severidad]}
          onPress={() => onChoose(chosen === kind.tipo ? null : kind.tipo)}
        >
          {kindText(kind)}
        </Count>
      ))}
    </Flex>
  );
}

interface CountProps {
  pressed: boolean;
  palette: string;
  onPress: () => void;
  children: ReactNode;
}

const Count = ({ pressed, palette, onPress, children }: CountProps) => (
  <chakra.button
    type="button"
    aria-pressed={pressed}
    colorPalette={palette}
    minH="9"
    px="3"
    rounded="full"
    borderWidth="1px"
    fontSize="sm"
    fontWeight="600"
    cursor="pointer"
    bg={pressed ? 'colorPalette.solid' : 'colorPalette.subtle'}
    color={pressed ? 'colorPalette.contrast' : 'colorPalette.fg'}
    borderColor={pressed ? 'colorPalette.solid' : 'colorPalette.muted'}
    _focusVisible={{ outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '2px' }}
    onClick={onPress}
  >
    {children}
  </chakra.button>
);
