import { Box, chakra, Flex, IconButton, Input, Text } from '@chakra-ui/react';
import { avisoDePin, NOMBRE_DIALECTO, PINES_ESP32 } from '@acequia/contracts';
import { createContext, use, useId, useState } from 'react';
import { useFormContext, useWatch, type FieldError, type FieldPath } from 'react-hook-form';
import { Campo, comoNumero } from '../../../components/form/fields.js';
import { PinesIcon } from '../../../components/icons.js';
import type { Panel } from '../lib/panel-form.js';
import { impedimento, notaDePin, type PapelDePin, type PlacaElegida } from '../lib/pins.js';
import { textos } from '../textos.js';

/** The board in the dialog's header. */
export const PlacaElegidaContext = createContext<PlacaElegida>({ dialecto: 'acequia', usados: new Map() });

interface Props {
  nombre: FieldPath<Panel>;
  etiqueta: string;
  papel: PapelDePin;
  error?: FieldError | undefined;
  requerido?: boolean;
  /** Said when there is nothing to say of the pin itself. */
  ayuda?: string | null;
}

/** A pin's number, typed or picked from those the board has; says what is doubtful about it. The server has the last word. */
export function CampoPin({ nombre, etiqueta, papel, error, requerido = false, ayuda = null }: Props) {
  const { register, setValue, control } = useFormContext<Panel>();
  const placa = use(PlacaElegidaContext);
  const pin = useWatch({ control, name: nombre }) as number | null;
  const [abierto, setAbierto] = useState(false);
  const mapa = useId();
  const nota = typeof pin === 'number' && Number.isInteger(pin) ? notaDePin(pin, papel, placa) : null;
  return (
    <Box minW="0">
      <Campo
        etiqueta={etiqueta}
        error={error}
        requerido={requerido}
        ayuda={nota ? <chakra.span color="fg.warning">{nota}</chakra.span> : (ayuda ?? delFirmware(placa, papel))}
      >
        <Flex gap="1.5" w="full">
          <Input {...register(nombre, comoNumero)} type="number" min="0" step="1" inputMode="numeric" />
          {placa.dialecto === 'acequia' && (
            <IconButton
              variant="outline"
              aria-label={abierto ? textos.pines.ocultar : textos.pines.ver}
              aria-expanded={abierto}
              aria-controls={abierto ? mapa : undefined}
              onClick={() => setAbierto(!abierto)}
            >
              <PinesIcon />
            </IconButton>
          )}
        </Flex>
      </Campo>
      {abierto && placa.dialecto === 'acequia' && (
        <MapaDePines
          id={mapa}
          elegido={pin}
          papel={papel}
          placa={placa}
          onElegir={(elegido) => {
            setValue(nombre, elegido, { shouldDirty: true, shouldValidate: Boolean(error) });
            setAbierto(false);
          }}
        />
      )}
    </Box>
  );
}

/** What a number means where it is not a GPIO. */
const delFirmware = ({ dialecto }: PlacaElegida, papel: PapelDePin): string | null =>
  dialecto === 'acequia' ? null : textos.pines.delFirmware[papel](NOMBRE_DIALECTO[dialecto]);

interface MapaProps {
  id: string;
  elegido: number | null;
  papel: PapelDePin;
  placa: PlacaElegida;
  onElegir: (pin: number) => void;
}

/** Every pin of the board: free, doubtful or taken, told by shape and word as well as by colour. */
function MapaDePines({ id, elegido, papel, placa, onElegir }: MapaProps) {
  return (
    <Box
      id={id}
      role="group"
      aria-label={textos.pines.grupo}
      mt="2"
      p="2.5"
      borderWidth="1px"
      rounded="md"
      bg="bg.subtle"
    >
      <Flex gap="1" wrap="wrap">
        {[...PINES_ESP32].map((pin) => {
          const ocupado = impedimento(pin, papel, placa);
          const duda = avisoDePin(pin);
          return (
            <chakra.button
              key={pin}
              type="button"
              disabled={ocupado !== null}
              aria-pressed={pin === elegido}
              aria-label={textos.pines.pin(pin, ocupado ?? duda ?? '')}
              title={ocupado ?? duda ?? undefined}
              onClick={() => onElegir(pin)}
              w="9"
              h="8"
              rounded="sm"
              borderWidth="1px"
              borderStyle={duda ? 'dashed' : 'solid'}
              borderColor={duda ? 'miel.border' : 'border.emphasized'}
              bg="bg.panel"
              color={duda ? 'fg.warning' : 'fg'}
              fontVariantNumeric="tabular-nums"
              cursor="pointer"
              _hover={{ bg: 'campo.subtle' }}
              _focusVisible={{ outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '1px' }}
              _pressed={{ bg: 'campo.solid', color: 'campo.contrast', borderColor: 'campo.solid' }}
              _disabled={{
                bg: 'transparent',
                color: 'fg.subtle',
                borderColor: 'transparent',
                textDecoration: 'line-through',
                cursor: 'not-allowed',
              }}
            >
              {pin}
            </chakra.button>
          );
        })}
      </Flex>
      <Text fontSize="xs" color="fg.muted" mt="2">
        <chakra.span borderWidth="1px" borderColor="border.emphasized" rounded="xs" px="1">
          {textos.pines.libre}
        </chakra.span>{' '}
        <chakra.span borderWidth="1px" borderStyle="dashed" borderColor="miel.border" rounded="xs" px="1">
          {textos.pines.dudoso}
        </chakra.span>{' '}
        <chakra.span textDecoration="line-through" px="1">
          {textos.pines.ocupado}
        </chakra.span>
      </Text>
    </Box>
  );
}
