#pragma once
#include <png.h>
#include "reading.h"
#include "writing.h"
