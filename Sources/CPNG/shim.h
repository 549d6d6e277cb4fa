#pragma once
#include <png.h>
#include <zlib.h>
#include "reading.h"
#include "writing.h"
#include "igzip.h"
