import { Button, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isHeld } from '../lib/hold.js';
import { useNewVersion } from '../lib/http/version.js';
import { texts } from './textos.js';

/**
 * Takes the server's newer console with the next navigation, or when it is pressed; never while something is half written. A console that
 * stays open for weeks can no longer load the code of its old version.
 */
export function VersionBanner() {
  const isNew = useNewVersion();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isNew && !isHeld()) window.location.reload();
  }, [pathname, isNew]);
  return (
    <div role="status">
      {isNew && (
        <Flex align="center" justify="center" wrap="wrap" columnGap="4" rowGap="1" px="4" py="1.5" bg="campo.subtle">
          <Text fontWeight="550">{texts.version.fresh}</Text>
          <Button size="xs" colorPalette="campo" onClick={() => window.location.reload()}>
            {texts.version.reload}
          </Button>
        </Flex>
      )}
    </div>
  );
}
