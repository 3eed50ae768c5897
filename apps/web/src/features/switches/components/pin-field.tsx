import { Box, chakra, Flex, IconButton, Input, Text } from '@chakra-ui/react';
import { NOMBRE_DIALECTO, PINES_ESP32, type PinRole } from '@acequia/contracts';
import { createContext, use, useId, useState } from 'react';
import { useFormContext, useWatch, type FieldError, type FieldPath } from 'react-hook-form';
import { FormField, asNumber } from '../../../components/form/fields.js';
import { PinsIcon } from '../../../components/icons.js';
import type { PanelForm } from '../lib/panel-form.js';
import { obstacle, pinDoubt, pinNote, type ChosenPlaca } from '../lib/pins.js';
import { texts } from '../textos.js';

/** The board chosen in the dialog's header. */
export const ChosenPlacaContext = createContext<ChosenPlaca>({
  dialecto: 'acequia',
  used: new Map(),
  had: new Map(),
});

interface Props {
  nombre: FieldPath<PanelForm>;
  label: string;
  role: PinRole;
  error?: FieldError | undefined;
  required?: boolean;
  /** Help text, shown when there is no note about the pin. */
  help?: string | null;
}

/** A pin's number, typed or picked on the map of the board, with a note about doubtful pins. The server decides. */
export function PinField({ nombre, label, role, error, required = false, help = null }: Props) {
  const { register, setValue, control } = useFormContext<PanelForm>();
  const placa = use(ChosenPlacaContext);
  const pin = useWatch({ control, name: nombre }) as number | null;
  const [open, setOpen] = useState(false);
  const map = useId();
  const nota = typeof pin === 'number' && Number.isInteger(pin) ? pinNote(pin, role, placa) : null;
  return (
    <Box minW="0">
      <FormField
        label={label}
        error={error}
        required={required}
        help={nota ? <chakra.span color="fg.warning">{nota}</chakra.span> : (help ?? ofFirmware(placa, role))}
      >
        <Flex gap="1.5" w="full">
          <Input {...register(nombre, asNumber)} type="number" min="0" step="1" inputMode="numeric" />
          {placa.dialecto === 'acequia' && (
            <IconButton
              variant="outline"
              aria-label={open ? texts.pines.hide : texts.pines.ver}
              aria-expanded={open}
              aria-controls={open ? map : undefined}
              onClick={() => setOpen(!open)}
            >
              <PinsIcon />
            </IconButton>
          )}
        </Flex>
      </FormField>
      {open && placa.dialecto === 'acequia' && (
        <PinMap
          id={map}
          chosen={pin}
          role={role}
          placa={placa}
          onChoose={(chosen) => {
            setValue(nombre, chosen, { shouldDirty: true, shouldValidate: Boolean(error) });
            setOpen(false);
          }}
        />
      )}
    </Box>
  );
}

/** Meaning of the number on firmwares that do not use GPIO numbers. */
const ofFirmware = ({ dialecto }: ChosenPlaca, role: PinRole): string | null =>
  dialecto === 'acequia' ? null : texts.pines.ofFirmware[role](NOMBRE_DIALECTO[dialecto]);

interface PinMapProps {
  id: string;
  chosen: number | null;
  role: PinRole;
  placa: ChosenPlaca;
  onChoose: (pin: number) => void;
}

/** Map of the board's pins: free, doubtful or taken, distinguished by shape and word as well as by colour. */
function PinMap({ id, chosen, role, placa, onChoose }: PinMapProps) {
  return (
    <Box id={id} role="group" aria-label={texts.pines.map} mt="2" p="2.5" borderWidth="1px" rounded="md" bg="bg.subtle">
      <Flex gap="1" wrap="wrap">
        {[...PINES_ESP32].map((pin) => {
          const busy = obstacle(pin, role, placa);
          const doubt = pinDoubt(pin, role);
          return (
            <chakra.button
              key={pin}
              type="button"
              disabled={busy !== null}
              aria-pressed={pin === chosen}
              aria-label={texts.pines.pin(pin, busy ?? doubt ?? '')}
              title={busy ?? doubt ?? undefined}
              onClick={() => onChoose(pin)}
              w="9"
              h="8"
              rounded="sm"
              borderWidth="1px"
              borderStyle={doubt ? 'dashed' : 'solid'}
              borderColor={doubt ? 'miel.border' : 'border.emphasized'}
              bg="bg.panel"
              color={doubt ? 'fg.warning' : 'fg'}
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
          {texts.pines.libre}
        </chakra.span>{' '}
        <chakra.span borderWidth="1px" borderStyle="dashed" borderColor="miel.border" rounded="xs" px="1">
          {texts.pines.doubtful}
        </chakra.span>{' '}
        <chakra.span textDecoration="line-through" px="1">
          {texts.pines.busy}
        </chakra.span>
      </Text>
    </Box>
  );
}
