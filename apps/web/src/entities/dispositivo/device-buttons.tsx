import { Button, Flex, Spinner, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useServerThere } from '../../lib/live/live.js';
import { isSettled, type DeviceAction, type DeviceOrder } from './device-order.js';
import { texts } from './textos.js';

interface Props {
  /** Texts of the two buttons, which differ by screen. */
  buttonTexts: Readonly<Record<DeviceAction, string>>;
  online: boolean;
  order: DeviceOrder | null;
  onPress: (accion: DeviceAction) => void;
  size?: 'sm' | 'md';
  /** Content beside the buttons. */
  children?: ReactNode;
}

/**
 * Encender and Apagar of an actuator, with the result of the last order. Apagar is only disabled while it is being sent: never because of
 * the connection, a pending Encender or a pending reading.
 */
export function DeviceButtons({ buttonTexts, online, order, onPress, size = 'md', children }: Props) {
  const serverThere = useServerThere();
  const running = isSettled(order) ? null : order!.accion;
  const sendingOff = order?.accion === 'apagar' && order.estado === 'enviando';
  const locked: Record<DeviceAction, boolean> = {
    encender: !online || !serverThere || running !== null,
    apagar: !online || sendingOff,
  };
  return (
    <>
      <Flex gap="2" wrap="wrap">
        {(['encender', 'apagar'] as const).map((accion) => (
          <Button
            key={accion}
            flex="1"
            size={size}
            minH={size === 'md' ? '11' : undefined}
            variant={accion === 'encender' ? 'solid' : 'outline'}
            colorPalette={accion === 'encender' ? 'campo' : 'teja'}
            disabled={locked[accion]}
            aria-busy={running === accion}
            onClick={() => onPress(accion)}
          >
            {running === accion && <Spinner size="sm" />} {buttonTexts[accion]}
          </Button>
        ))}
        {children}
      </Flex>
      <Text
        role="status"
        mt="1.5"
        minH="4"
        fontSize="xs"
        color={running ? 'fg.muted' : 'fg.warning'}
        data-orden={order?.estado}
        overflowWrap="anywhere"
      >
        {order ? texts.outcome(order) : !serverThere && texts.noConnection}
      </Text>
    </>
  );
}
