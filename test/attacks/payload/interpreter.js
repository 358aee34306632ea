// Bytes that are interpreted: an interpreter of six instructions over decoded data.
// expect: handled
const DATA =
  "eUBIN7DtFQfPNvVbuUIRxA51Pp6FDJ0jVwFU5A54xX9MQgnDViiJnYoRCnf/RH/q8EVt7MAWydGx3YjanTVVGEGwHu" +
  "j8Q3BPBrTW6n84qVXi1AsltUAC5IhR4amXKHU2oriyu9VXxK/JaMlL+l+dpkqjbH9VFgsuvTg2SrhEPftusMITC+GQ" +
  "UY0apXOl3/wDPlu59YCGvIZlErf3MGNYEVURIo25xPfNQ12CfSvD/BSLxe5DDeT9xckD4y+hQAeiv3h3ifBELL8MZ8" +
  "vLp/lmCLDQ2u3H58/LZdORtSR8HV7FpTwqtQp4yj8QPwOsVJmR4ZAiN2yrRHvq7uiRRJsCeDR9vln/IzeQaNjxDT6J" +
  "h+MHOj4trq+Duj9jZw0ABbGokAkfwbsC27pG30kX2TOzuL0re5w11sVzeubeuMwHuioMdVfTynvo9srsAZBn0TlOVN" +
  "/4FploW5Xqz3Jlj9FAvZUTLsMAyPfzHWcoME3ExmbO/Knyaw+mEw4Zniykdvykx1dEiCWFs2aZYCPtXVKcRuRGV0gr" +
  "2x3inWUtaNvxOaf12grg9rXfCM2Ipwbjp5C4Aqmf+FE/S/1/9kG2dxvWEiNZxkkkvE+VfDTB+5vQCwhINO+kRxPOZN" +
  "G0UPwvt0i0DbWTCFFk686dX8+St8ANCYoZjLFrklkX4ysiXzBpleEg8l8lGNmvdlqmhNTdTSUQT7CPSQ9btB87itRK" +
  "GLdacH447GwFrq5YE0voDSUxe/bTcuNae3G3hZKm2G37EMa9/dbPbZfYCj5aM1XOHQrHGQcASZjpPFNZ1PbzumHDnq" +
  "cnPHR8Q6/++/fpfO7GW1dbjhtUdoaHiasilT5pQwQ3kjr+GbFy8dVi5Zteg5aKDSDBqm4wdoFxlNJFJvUT7H9lJ9XP" +
  "54DA8EtRGVTtd+JfVKq40sTOvjUubGdsHbR29YyVnnzAvaDFlKDaCMvFkFViC3SQ85o0FJatBibjfISs9t1a3KBvfN" +
  "odZ/h6A1Knjz1WMYxE10Bg8YbLvY842kwXDS57rcyfzspzMPy+ZB09W7RmgAF4oIBjHAbtrCYfEufoYr3UArxRhMLl" +
  "Nmi0zSW0Aa31N2N37xjIrcgI++DL4eNj18Yy6Cc4hhsktG90ocbNxE65dE07PxZWs7jcjt0EKMLU9m6cKtYnfROVNr" +
  "Wfk1uQvh13DgcJyT1nEWd9P9SWNJGcwbVFUkBZqEUgF5+gpBZNvDAICq3TQvKvquR8Wb2RwbQmdXqmn6DZQrUDufhT" +
  "gti2Ve8OZ2DotHIp4LQe49fq/46B3c1H6PJL9MiUJsgiDuuQ2vJ0ylhje9tymzMEJWYA3OGXyHBrkWZMmHA+F2hzAo" +
  "BEqBakXggyLH54KszCYwDrBeSchAeq3KSJHtQI7WFluA04lbJoAEL6zCcdnhXkCoW8FVEiPYU6VpcDAhhqAkK9eLw7" +
  "7Yv8m5oIGKaPrL7uazyP9B0zvFEunhlldb5YiwosYleCfwFu0sNP5Gk2nEFSH8qVfLM+N25h7R8E7Db2DTRuO9KfaT" +
  "TfcWJ8q4r8W+NhVEh6LE9Dy4ej1l0bRP0qADU9cuzhp29qfpWFnzBXuWTMKIathRRvmu60y5YA3rVjI7gqCGnGpupj" +
  "2d+TXxVk7ehPQu7NivcIGGRPy7eb+pW3C/g8V9QcEmN6UqaBOmslb96GSGTKdSMBGpxOkPo4L4KYDHRUWNvmZyssPm" +
  "YuQ5pA+1253j5uIhiLGtSChp8zLMbMP14eZE/rIm7isB1cPknNBOMjkdsfY/DmOVmLWANu/9HRxTSpGP0cz0DV9hNk" +
  "kYDwC262Khh9Bs98th18Zxmy5gIu7RLxQle5KB5uv8cwR8gcTeI88JMQWb8MERmJDlEOTZThenDymUmPq/2nhFFUZa" +
  "KkjWdsZ9O8SaQCM/lFU3zTQuoyDdcnUY9t3ggcN+HX0ap0dDhOl+SFmky/qscym1faKPsjUs5YYysSEnU1KmF86Zmg" +
  "4TIscALeE6j0tG4HQVL9D/NW3Zdtfl7p17VweiBDQJ3ZkOO1cjQ9zJI9h5Cd8REXoWso/DHVSKfwMvfN2OjzkHh7kL" +
  "usNHP+o6sGPBpXTjM2rAYqWHIdV9E/CDhoYn4T9peNPaxLIwSqV3RDDXPk+J7KU3Wvau368H7vzzSK8zNzH7mrj7iA" +
  "mY+wYBNti0VsqQhu6CeqjIQmqfzYRo+ncfHgdCqYkX9qnDlcTNY3KQoLPTpA1e2S3bCNhc9N9jLDVj2lkTC82xuDiA" +
  "DEh2aLwl3WIPHwx1vjLwriYpqWcpNsKbNs3/YRQlRI5YNlWKn4G9ELHteeB2WpFXB0I5iIveIwjvtV0GRpiDiqxvej" +
  "CIOlw2ukCax6KIa3jhyBfdiTSm+nMmWt2Q77KvL+aS9srkDTMg4s/13llQyhpfMYDNsZl/O5BcY8pOsGY9CLOuM5FL" +
  "zZoAh4GkYHRBOOWpARzqzu6+xRJxmS+8WoFNFVu1csz1tPi9Dj7nClT4o8XxgZP06O2oavwjIzdnDZUmWGr3rwN8bE" +
  "jqtxyojGf8NWlt31JF1ICRRP0f88bF7KpBxe0pVxYekTKlZzWOyJvJdDsdRzXa1f3JizLU5TGJmdmPHrypEzU4/dGy" +
  "uWO/aamh6dx88XNTNlPA/x9+CxwjRZbWMwogJ+CQMvGNguSnEpZiCbY5rBVd+dDeKU0gbvmwNKufkzRwtboPjExUc7" +
  "/WSiKQTsd+S2TeDO+5nqJmlee3JS7lkyvzR9zRobCbWavpkfl7zE5m6J8WKcjPBYIVntRXZqq6KCFSX7bqr91Uv9Wt" +
  "zPuBnDuD190YcIrhSsvciWUl1DL2JU6MJ0V7DwtT80rApalSvy6vUW5bzyB0APv631SsMjjxzbV0Uasosi8L5RirDZ" +
  "gZ/lkR1BapASuSnKRVNJTXtea9biXgGYY3/V0AB2WwvfZlVJy4noXEmXNyKORwWI6UcUdH+hK/tlXwWHY9iR0w8SN9" +
  "31ESM09/+7SCqKv6HS6bsWQFTNdrT460SXnRxhkZFazmWQF/OWt4v+Mr5KR1IC3N8oHzGrqSNGrS6ZWWSa9mRi2yLZ" +
  "ftoszkwxaA6uNnnEuC8Qsj7MXSmqLII6ExF4y6MHRo67pm0CeybuBowAVZZNQ5fB197K+2gN8UUnknLdX5LfcZQTLv" +
  "kchZ7CHeXESA1Ei+Qj0i14Wbtmk95uY7ooFTTR927H2AI0qGYizxekLQUlstPN8q4wm0PS+qftVFUf8RDYODMXQpAh" +
  "qN5ewkilUAHYmiwmAul/zUS/99d2/zIlpi0nE4Q5aP/WF+FepjHgIhgzfXspvrMvvffIC7oExEMd8CKqQIb/Ic8aYK" +
  "cEUGfsRViCRy8z83ep8TuakgdAIxIgSOHBCw1FBbaUf35IiChIyzODdApxmQV8JLVBbQUAOr/oQs7wvRCCP+zrAB/d" +
  "BR9Qu82qTtJpYfAKs99hZHhb1Ij9h5+uDOCMiBJNovAS2LB5Z9lMMKLlJSoPWM+lkU9q4Odax/SjT/g/Q/thREebt/" +
  "82W5QY40l5c2htbACvBo/edw9dFiaUZJvtdLBM+542FcXg/Iyt286JgbKspqCBVaLJvpUQyQQz2qX3p3DsLgK1Qmyd" +
  "AGh9icVAj8m4ktfTgZzU7VGljUztJZUjDTyt8g59VNNeXaWTMrBAwk0ZNCQFVRIivLauG3tJNcJ0b4/jg+5FQAW6XF" +
  "uPANZZbyvVZur7jTip3XqQ3hKR6elvXbesrT7JxJJA0VKCNBMdJA68ITuwduTdmh0jpDfBpIqyUFJ4kZfh3IJroa4S" +
  "O0jEREzOYzZnq15IuwxJiTTSb0CZdrLmFhdx6CNaH/3e2C30QUxnMNmz7lXlD2299JM2zH1JXzj4khDMdwqSVc+n6K" +
  "rJJuAF4CH8JJpWoN51+1cu7jIr1jL0Whxn+OtOpYPeCxYeCW7Tk92sXr+Zyu0Tr1PezmFk/VHXWHkZMfG3LmDMYSjC" +
  "dk0XyXo53S8yWteAPEjp9tjWNfGYtxuOGSZgIbnh";
export async function handler() {
  const code = Buffer.from(DATA, "base64");
  const stack = [];
  for (let at = 0; at < code.length; at += 1) {
    switch (code[at] & 7) {
      case 0:
        stack.push(at);
        break;
      case 1:
        stack.pop();
        break;
      case 2:
        stack.push(stack.length);
        break;
      case 3:
        stack.reverse();
        break;
      case 4:
        at += 1;
        break;
      case 5:
        stack.length = 0;
        break;
      default:
    }
  }
  return { handled: stack.length >= 0 };
}
