import { Button, Flex, Text } from '@chakra-ui/react';
import { useNewVersion } from '../lib/http/version.js';
import { texts } from './textos.js';

/** Offers a reload after a server update: a console that stays open for weeks can no longer load the code of its old version. */
export function VersionBanner() {
  const isNew = useNewVersion();
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
